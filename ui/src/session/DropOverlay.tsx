/** The overlay while a file is dragged over the window, which accepts drops anywhere. */
import { IconTableImport } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useToast } from "../components/Toast";
import { type ChosenFile, type FileDrag, onFileDrag } from "../ipc";
import classes from "./DropOverlay.module.css";

type Props = {
  title: string;
  /** The message for several files: only the first one is opened. */
  several: string;
  onFile: (file: ChosenFile) => void;
  /** An acceptable file is over the window. */
  onOver?: () => void;
};

export function DropOverlay({ title, several, onFile, onOver }: Props) {
  const toast = useToast();
  const [over, setOver] = useState(false);
  const onDrag = useEffectEvent((drag: FileDrag) => {
    setOver(drag.kind === "over");
    if (drag.kind === "over") onOver?.();
    if (drag.kind !== "dropped") return;
    if (drag.others > 0) toast(several);
    onFile(drag.file);
  });
  useEffect(() => onFileDrag((drag) => onDrag(drag)), []);
  if (!over) return null;
  return (
    <div className={classes.overlay} data-testid="drop-overlay">
      <div className={classes.card}>
        <IconTableImport size={32} stroke={1.5} />
        <span>{title}</span>
      </div>
    </div>
  );
}
