/** A part that scrolls by itself, and by the keyboard: not every web view lets that into what has no control in it. */
import type { ReactNode } from "react";

type Props = { label: string; className?: string | undefined; children: ReactNode };

export function ScrollRegion({ label, className, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
