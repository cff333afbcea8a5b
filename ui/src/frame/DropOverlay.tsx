/** While a file hangs over the window: the whole window takes it. */
import { IconTableImport } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "../components/Toast";
import { type FileDrag, onFileDrop } from "../ipc";
import classes from "./DropOverlay.module.css";
import { useIntake } from "./intake";

export function DropOverlay() {
  const { t } = useTranslation("frame");
  const { open } = useIntake();
  const toast = useToast();
  const [over, setOver] = useState(false);
  const heard = useEffectEvent((drag: FileDrag) => {
    setOver(drag.kind === "over");
    if (drag.kind !== "dropped") return;
    const [first] = drag.paths;
    if (first === undefined) return;
    if (drag.paths.length > 1) toast(t("drop.several"));
    void open(first);
  });
  useEffect(() => onFileDrop((drag) => heard(drag)), []);
  if (!over) return null;
  return (
    <div className={classes.overlay} data-testid="drop-overlay">
      <div className={classes.card}>
        <IconTableImport size={32} stroke={1.5} />
        <span>{t("drop.title")}</span>
      </div>
    </div>
  );
}
