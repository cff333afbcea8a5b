/** The checkbox that selects one or all rows of a grid. The keyboard uses the space bar instead. */
import type { MouseEvent, ReactNode } from "react";

import { Checkbox } from "../../Checkbox";

/** The focus stays on its cell. */
const keepFocus = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

interface Props {
  readonly label: string;
  readonly isSelected: boolean;
  /** With Shift, extends the selection to this row. */
  readonly onToggle: (extend: boolean) => void;
  readonly testid: string;
}

export function SelectBox({ label, isSelected, onToggle, testid }: Props): ReactNode {
  return (
    <Checkbox
      tabIndex={-1}
      checked={isSelected}
      aria-label={label}
      onMouseDown={keepFocus}
      onDoubleClick={keepFocus}
      onChange={() => undefined}
      onClick={(event) => {
        // A click on the row may open it.
        event.stopPropagation();
        onToggle(event.shiftKey);
      }}
      data-testid={testid}
    />
  );
}
