/** A region that scrolls, also by keyboard: not every web view focuses a scroller without controls. */
import type { ReactNode } from "react";

type Props = {
  label: string;
  className?: string | undefined;
  /** The element that a dialog focuses when it opens. */
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
