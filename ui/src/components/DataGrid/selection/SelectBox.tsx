/** The box that selects a row of a grid, or all that are listed. The keyboard selects with the space bar instead. */
import type { MouseEvent, ReactNode } from "react";

import { Checkbox } from "../../Checkbox";

/** The keyboard stays on the cell where it is. */
const keepFocus = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

interface Props {
  readonly label: string;
  readonly isSelected: boolean;
  /** With Shift, as far as this row. */
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
