/**
 * Opens a file dropped on the window or opened with Paysheet, or one from before a profile was open. It waits while
 * another is read, and while a dialog is open: what is entered there would be lost.
 */
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "../../components/Toast";
import { isDialogOpen } from "../../lib/keyboard/keys";
import { useNavigation } from "../../navigation";
import { useIntake } from "../../session/intake";
import { DropOverlay } from "../../session/DropOverlay";
import { setPendingFile, takePendingFile, usePendingFile } from "../../session/pendingFile";
import { saveTyped } from "../sidebar/shortcuts";

export function OpenDropped() {
  const { t } = useTranslation("frame");
  const toast = useToast();
  const { open, reading } = useIntake();
  const { preload } = useNavigation();
  const pending = usePendingFile();
  // The screen for the file; opening it retries a failed preload.
  const makeReady = (): void => void preload("check").catch(() => undefined);
  const sayItWaits = useEffectEvent((name: string) => toast(t("drop.waits", { name })));
  const openPending = useEffectEvent(() => {
    const file = takePendingFile();
    if (file === null) return;
    saveTyped();
    void open(file);
  });
  const isReading = reading !== null;
  useEffect(() => {
    if (pending === null || isReading) return;
    if (!isDialogOpen()) return openPending();
    sayItWaits(pending.name);
    const closing = new MutationObserver(() => {
      if (!isDialogOpen()) openPending();
    });
    closing.observe(document.body, { childList: true, subtree: true });
    return () => closing.disconnect();
  }, [pending, isReading]);
  return <DropOverlay title={t("drop.title")} several={t("drop.several")} onFile={setPendingFile} onOver={makeReady} />;
}
