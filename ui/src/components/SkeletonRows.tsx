/** Placeholder rows while data loads. */
import classes from "./SkeletonRows.module.css";

const WIDTHS = [62, 48, 70, 55, 66] as const;

export type SkeletonRowsProps = {
  rows: number;
  /** Height of one row in px. */
  height?: number;
  columns?: number;
};

export function SkeletonRows({ rows, height = 36, columns = 4 }: SkeletonRowsProps) {
  return (
    <div aria-hidden data-testid="skeleton">
      {Array.from({ length: rows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row} className={classes.row} style={{ height }}>
          {Array.from({ length: columns }, (__, column) => (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={column} className={classes.cell}>
              <span className={classes.bar} style={{ width: `${WIDTHS[(row + column) % WIDTHS.length]}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
