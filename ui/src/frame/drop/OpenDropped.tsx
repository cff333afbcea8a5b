/** Opens a file dropped on the window, or one dropped before a profile was open. */
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "../../navigation";
import { useIntake } from "../../session/intake";
import { DropOverlay } from "../../session/DropOverlay";
import { takePendingFile } from "../../session/pendingFile";

export function OpenDropped() {
  const { t } = useTranslation("frame");
  const { open } = useIntake();
  const { preload } = useNavigation();
  // The screen for the file; opening it retries a failed preload.
  const makeReady = (): void => void preload("check").catch(() => undefined);
  const openPending = useEffectEvent(() => {
    const file = takePendingFile();
    if (file !== null) void open(file);
  });
  useEffect(() => openPending(), []);
  return (
    <DropOverlay
      title={t("drop.title")}
      several={t("drop.several")}
      onFile={(file) => void open(file)}
      onOver={makeReady}
    />
  );
}
