/** The position of the panel: beside the grid, over it in a narrow window, or reserved while the panel is closed. */
import classes from "../Check.module.css";
import type { PanelState } from "../state/usePanelState";
import { Panel } from "./Panel";
import type { PanelProps } from "./panelProps";

type Props = Pick<PanelProps, "draft" | "chosen" | "run" | "moveOn" | "goTo" | "editCell"> & {
  panel: PanelState;
  onClose: () => void;
};

export function SidePanel({ panel, onClose, ...props }: Props) {
  if (panel.shown === undefined) return panel.isReserved ? <div className={classes.kept} /> : null;
  return (
    <div className={panel.isNarrow ? classes.over : classes.beside}>
      <Panel
        {...props}
        detail={panel.shown}
        field={panel.field}
        isLoading={panel.isLoading}
        focusTurn={panel.focusTurn}
        takeFocus={panel.takeFocus}
        onClose={panel.canClose ? onClose : undefined}
      />
    </div>
  );
}
