/** A part that scrolls by itself, and by the keyboard: not every web view lets that into what has no control in it. */
import type { ReactNode } from "react";

type Props = {
  label: string;
  className?: string | undefined;
  /** A dialog that opens puts the focus here. */
  isFirst?: boolean;
  children: ReactNode;
};

export function ScrollRegion({ label, className, isFirst = false, children }: Props) {
  return (
    <div
      className={className}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-autofocus={isFirst || undefined}
    >
      {children}
    </div>
  );
}
