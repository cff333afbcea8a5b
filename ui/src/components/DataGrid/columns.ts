/**
 * Column widths of a grid: each column has a minimum and an ideal width. Spare width goes to columns that grow; missing
 * width is taken from the columns that shrink first, down to their minimum, and never from fixed ones (amounts). What
 * still does not fit scrolls sideways.
 */

export interface ColumnWidth {
  /** Minimum width, px. */
  readonly min: number;
  /** Ideal width, px; `min` by default. */
  readonly ideal?: number;
  /** Width that fits every measured text, px: filled from spare width before columns grow. */
  readonly whole?: number;
  /** Upper limit of `ideal` for measured texts, px. */
  readonly idealMax?: number;
  /** Share of the spare width; 0 by default. */
  readonly grow?: number;
  /** Columns with 1 shrink first, then 2; without it, a column never shrinks. */
  readonly shrinkOrder?: number;
}

export function columnWidths(columns: readonly ColumnWidth[], available: number): number[] {
  const widths = columns.map((column) => Math.max(column.min, column.ideal ?? column.min));
  const missing = sum(widths) - available;
  if (missing > 0) return shrinkColumns(columns, widths, missing);
  const whole = fillToContent(columns, widths, -missing);
  return growColumns(columns, whole, available - sum(whole));
}

/** Distributed over the columns with cut text; the smallest gaps first, so that as many as possible fit. */
function fillToContent(columns: readonly ColumnWidth[], widths: readonly number[], left: number): number[] {
  const lacking = columns
    .map(({ whole = 0 }, at) => ({ at, lacks: Math.max(0, whole - (widths[at] ?? 0)) }))
    .toSorted((one, other) => one.lacks - other.lacks);
  const wider = [...widths];
  let toGive = left;
  lacking.forEach(({ at, lacks }, turn) => {
    const given = Math.min(lacks, Math.floor(toGive / (lacking.length - turn)));
    wider[at] = (wider[at] ?? 0) + given;
    toGive -= given;
  });
  return wider;
}

function growColumns(columns: readonly ColumnWidth[], widths: number[], left: number): number[] {
  const shares = sum(columns.map((column) => column.grow ?? 0));
  if (shares === 0) return widths;
  const wider = widths.map((width, at) => width + Math.floor((left * (columns[at]?.grow ?? 0)) / shares));
  // Whole pixels, so that the borders of header and rows align; the last growing column takes the remainder.
  const last = columns.findLastIndex((column) => (column.grow ?? 0) > 0);
  return wider.map((width, at) => (at === last ? width + sum(widths) + left - sum(wider) : width));
}

function shrinkColumns(columns: readonly ColumnWidth[], widths: number[], missing: number): number[] {
  const narrower = [...widths];
  let toTake = missing;
  const turns = [...new Set(columns.map((column) => column.shrinkOrder ?? 0))].filter((turn) => turn > 0);
  for (const turn of turns.toSorted((a, b) => a - b)) {
    const spare = columns.map((column, at) => (column.shrinkOrder === turn ? (narrower[at] ?? 0) - column.min : 0));
    const take = Math.min(toTake, sum(spare));
    let taken = 0;
    spare.forEach((room, at) => {
      const part = room === 0 ? 0 : Math.min(room, Math.ceil((take * room) / sum(spare)), take - taken);
      narrower[at] = (narrower[at] ?? 0) - part;
      taken += part;
    });
    toTake -= taken;
  }
  return narrower;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
