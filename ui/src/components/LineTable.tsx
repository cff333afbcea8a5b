/** A table whose lines open on click: one tab stop, arrows move, Enter opens. */
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import classes from "./LineTable.module.css";

type WithId = { id: number };

/** Attributes of a line's element. The current line and its buttons are tab stops. */
export type LineProps = HTMLAttributes<HTMLElement> & { tabIndex: 0 | -1; "data-line": number };

type Props<Line extends WithId> = {
  label: string;
  columns: { id: string; label: string }[];
  /** In display order. */
  lines: readonly Line[];
  onOpen: (line: Line) => void;
  onDelete?: (line: Line) => void;
  className?: string | undefined;
  /** The grid columns that header and lines share. */
  columnsClassName: string | undefined;
  children: (propsOf: (line: Line) => LineProps) => ReactNode;
};

export function LineTable<Line extends WithId>({
  label,
  columns,
  lines,
  onOpen,
  onDelete,
  className,
  columnsClassName,
  children,
}: Props<Line>) {
  const table = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const current = lines.find(({ id }) => id === at) ?? lines[0];

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["line"] === undefined || current === undefined)
      return;
    const index = lines.indexOf(current);
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: lines.length - 1 };
    const to = moves[event.key];
    if (to !== undefined) {
      const line = lines[Math.min(Math.max(0, to), lines.length - 1)] ?? current;
      setAt(line.id);
      table.current?.querySelector<HTMLElement>(`[data-line="${line.id}"]`)?.focus();
    } else if (event.key === "Enter") onOpen(current);
    else if (event.key === "Delete" && onDelete !== undefined) onDelete(current);
    else return;
    event.preventDefault();
  };
  const propsOf = (line: Line): LineProps => ({
    role: "row",
    className: `${classes.line} ${columnsClassName}`,
    tabIndex: line === current ? 0 : -1,
    onFocus: () => setAt(line.id),
    onClick: () => onOpen(line),
    "data-line": line.id,
  });
  return (
    <div
      ref={table}
      className={className}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length}
      // The current line is the tab stop, not the table.
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={`${classes.head} ${columnsClassName}`}>
        {columns.map((column) => (
          <span key={column.id} role="columnheader" data-column={column.id}>
            {column.label}
          </span>
        ))}
      </div>
      {children(propsOf)}
    </div>
  );
}
