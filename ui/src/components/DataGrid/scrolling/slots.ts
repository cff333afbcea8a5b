/**
 * Which element draws which row. A row that scrolled out lends its element to one that scrolls in, which is half the
 * work of making new ones; a row that stays keeps its own, so that the keyboard and an open editor stay in it.
 */
export class RowSlots {
  #slots = new Map<number, number>();

  /** A slot for each row drawn now: its own where it was drawn before, else a free one. */
  assign(rows: readonly number[]): ReadonlyMap<number, number> {
    const drawn = new Set(rows);
    const kept = [...this.#slots].filter(([row]) => drawn.has(row));
    const taken = new Set(kept.map(([, slot]) => slot));
    const next = new Map(kept);
    let free = 0;
    for (const row of rows) {
      if (next.has(row)) continue;
      while (taken.has(free)) free += 1;
      next.set(row, free);
      taken.add(free);
    }
    this.#slots = next;
    return next;
  }
}
