import { useRef, type KeyboardEvent, type ReactNode } from "react";

import classes from "../DataGrid.module.css";
import type { EditorProps } from "../types";

/** A text field in place of a cell: Enter commits and moves down, Tab commits and moves right, Esc cancels. */
export function TextEditor<Row>({ initial, isTyped, label, onText, commit, cancel }: EditorProps<Row>): ReactNode {
  const done = useRef(false);
  const finish = (action: () => void): void => {
    if (done.current) return;
    done.current = true;
    action();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { value } = event.currentTarget;
    if (event.key === "Enter") finish(() => commit(value, "down"));
    else if (event.key === "Tab" && !event.shiftKey) finish(() => commit(value, "right"));
    else if (event.key === "Tab") finish(() => commit(value, "stay"));
    else if (event.key === "Escape") finish(cancel);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      className={classes.editor}
      aria-label={label}
      defaultValue={initial}
      autoFocus
      spellCheck={false}
      autoComplete="off"
      onFocus={(event) => {
        const end = event.currentTarget.value.length;
        event.currentTarget.setSelectionRange(isTyped ? end : 0, end);
      }}
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      // Switching to another window is not a blur.
      onBlur={(event) => {
        const { value } = event.currentTarget;
        if (document.hasFocus()) finish(() => (!isTyped && value === initial ? cancel() : commit(value, "stay")));
      }}
    />
  );
}
