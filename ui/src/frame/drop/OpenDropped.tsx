/** Opens what is dropped on the window of a desk, and what was dropped before there was one. */
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { preload } from "../../screens";
import { useIntake } from "../intake";
import { DropOverlay } from "./DropOverlay";
import { takeFile } from "./pending";

/** What the file will be shown in; opening it asks again where this fails. */
const makeReady = (): void => void preload("check").catch(() => undefined);

export function OpenDropped() {
  const { t } = useTranslation("frame");
  const { open } = useIntake();
  const openPending = useEffectEvent(() => {
    const file = takeFile();
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
