/**
 * How wide the columns of a grid are: every column has a width it needs and one it would like. What is left over
 * goes to those that grow; what is missing is taken first from those that give way first, down to what they need,
 * and never from those that do not (amounts). What still does not fit scrolls sideways.
 */

export interface ColumnWidth {
  /** Below this it never goes, px. */
  readonly min: number;
  /** What it likes, px; `min` by default. */
  readonly ideal?: number;
  /** Shows every text seen whole, px: taken from what is left over before any column grows. */
  readonly whole?: number;
  /** The most that `ideal` becomes for the texts seen, px. */
  readonly idealMax?: number;
  /** Share of the space left over; 0 by default. */
  readonly grow?: number;
  /** Those with 1 give way first, then 2; without, it never gives way. */
  readonly shrinkOrder?: number;
}

export function columnWidths(columns: readonly ColumnWidth[], available: number): number[] {
  const widths = columns.map((column) => Math.max(column.min, column.ideal ?? column.min));
  const missing = sum(widths) - available;
  if (missing > 0) return shrinkColumns(columns, widths, missing);
  const whole = fillToContent(columns, widths, -missing);
  return growColumns(columns, whole, available - sum(whole));
}

/** Evenly to those whose texts are cut; the shortest first, so that as many as possible are whole. */
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
  // Whole pixels, so that the hairlines of header and rows meet; the last growing column takes the rest.
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
