/**
 * Maps rows to reused elements. A row that scrolls in reuses the element of one that scrolled out, which halves the
 * work. A row that stays keeps its element, with the focus and an open editor.
 */
export class RowSlots {
  #slots = new Map<number, number>();

  /** A slot for each rendered row: its previous one, or a free one. */
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
