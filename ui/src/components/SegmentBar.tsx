/** A segmented bar. Decorative: figures next to it have the same data, so it is hidden from screen readers. */
import classes from "./SegmentBar.module.css";
import type { Tone } from "./states";

/** The hatch that distinguishes a segment without colour; absent for plain. */
export type Hatch = "rising" | "falling" | "upright" | "hollow" | "crossed";

export type Segment = {
  key: string;
  /** Its share of the whole, in any unit: counts, never money. */
  share: number;
  color: Exclude<Tone, "plain"> | "seq-1" | "seq-2" | "seq-3" | "seq-4" | "seq-5" | "seq-6" | "rest";
  hatch?: Hatch | undefined;
};

type Props = {
  segments: Segment[];
  height?: 4 | 6 | 8;
  /** Half opacity, for finished states. */
  faded?: boolean;
  className?: string;
};

export function SegmentBar({ segments, height = 8, faded = false, className }: Props) {
  return (
    <div
      className={[classes.bar, className].filter(Boolean).join(" ")}
      style={{ height }}
      data-bar
      data-faded={faded || undefined}
      aria-hidden
    >
      {segments
        .filter(({ share }) => share > 0)
        .map(({ key, share, color, hatch }) => (
          <span key={key} className={classes.part} data-color={color} data-hatch={hatch} style={{ flexGrow: share }} />
        ))}
    </div>
  );
}
