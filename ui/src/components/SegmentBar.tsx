/** A bar cut into parts. Decoration beside figures that say the same, so it is hidden from screen readers. */
import classes from "./SegmentBar.module.css";
import type { Tone } from "./states";

/** How a part is told from its neighbours without colour; plain where it has none. */
export type Hatch = "rising" | "falling" | "upright" | "hollow" | "crossed";

export type Segment = {
  key: string;
  /** Its share of the whole, in any unit: counts, never money as a number. */
  share: number;
  color: Exclude<Tone, "plain"> | "seq-1" | "seq-2" | "seq-3" | "seq-4" | "seq-5" | "seq-6" | "rest";
  hatch?: Hatch | undefined;
};

type Props = {
  segments: Segment[];
  height?: 4 | 6 | 8;
  /** Half strength: what is finished fades. */
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
