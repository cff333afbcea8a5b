import type { ReactNode } from "react";

import classes from "./DataGrid.module.css";
import type { VirtualRows } from "./scrolling/useVirtualRows";
import type { DataGridProps } from "./types";

type Props<Row> = Pick<DataGridProps<Row>, "windows" | "foot" | "footCount"> & Pick<VirtualRows, "inView">;

/** The screen's content below the rows, and the range of visible rows. */
export function GridFoot<Row>({ windows: { total, error }, foot, footCount, inView }: Props<Row>): ReactNode {
  return (
    <div className={classes.foot}>
      <div className={classes.footStart}>{foot}</div>
      <div className={classes.footCount} aria-live="off">
        {total === undefined || total === 0 || error !== undefined
          ? null
          : footCount(inView.first + 1, Math.min(total, inView.last + 1), total)}
      </div>
    </div>
  );
}
