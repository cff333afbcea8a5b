/**
 * The rows of a grid, fetched in windows as they come into view.
 *
 * A payroll may have 100,000 rows; the window never holds them all. At most two calls are under way, and a call
 * only starts for rows that are still in view, so dragging the scroll bar from top to bottom asks for a handful
 * of windows and not for five hundred. After an edit the rows stay on screen until the new ones are there.
 * Nothing here knows React's rendering or what a row is.
 */
import { replaceEqualDeep } from "@tanstack/react-query";

export interface RowWindow<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A window that says which one it is: `offset` is a multiple of `WINDOW_ROWS`. */
export interface PlacedWindow<Row> extends RowWindow<Row> {
  readonly offset: number;
}

export type FetchWindow<Row> = (offset: number, limit: number) => Promise<RowWindow<Row>>;

/** Rows in one call. */
export const WINDOW_ROWS = 200;
/** Calls under way at the same time. */
export const CALLS_MAX = 2;
/** While the rows fly past, nobody reads them: they are asked for once in so long, and when they stand still. */
export const FAST_SCROLL_PAUSE_MS = 60;
/** Rows that go by so many at a time are gone before an answer could be drawn: only where they stand still is asked for. */
export const FAST_SCROLL_ROWS = WINDOW_ROWS / 2;
/** Windows kept; those farthest from the rows in view go first. */
export const WINDOWS_KEPT_MAX = 50;

/** Which window was asked for in which generation; what it answers does not count where rows were put in since. */
interface Call {
  readonly window: number;
  readonly generation: number;
  isOutdated: boolean;
}

interface Kept<Row> {
  readonly rows: readonly Row[];
  readonly generation: number;
}

export class RowWindows<Row> {
  #fetch: FetchWindow<Row>;
  #asked: string;
  #generation = 0;
  /** Windows older than this belong to another question and go as soon as the first answer is there. */
  #question = 0;
  #kept = new Map<number, Kept<Row>>();
  /** Calls under way. */
  #calls = new Set<Call>();
  #wanted: readonly [first: number, last: number] | undefined;
  /** The view has just jumped; further jumps are waited out. */
  #isScrollingFast = false;
  #landing: ReturnType<typeof setTimeout> | undefined;
  #total: number | undefined;
  #error: unknown;
  #version = 0;
  #listeners = new Set<() => void>();

  /**
   * `question` names what is asked for (a filter), for whoever has to tell one from another. `first` is the window that is
   * seen at first, where somebody asked for it before there was a grid.
   */
  constructor(fetch: FetchWindow<Row>, question = "", first?: PlacedWindow<Row>) {
    this.#fetch = fetch;
    this.#asked = question;
    if (first !== undefined) this.#keep(Math.floor(first.offset / WINDOW_ROWS), first);
  }

  /** What was asked for last; its answer may not be there yet. */
  get question(): string {
    return this.#asked;
  }

  /** Rows of the answer; undefined until the first window is there. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Why the last call failed; nothing is fetched until `retry`. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether what is shown answers an older question (another filter). */
  get isStale(): boolean {
    return this.#total !== undefined && this.#answeredBefore(this.#question);
  }

  row(index: number): Row | undefined {
    return this.#kept.get(Math.floor(index / WINDOW_ROWS))?.rows[index % WINDOW_ROWS];
  }

  /** Grows with every question and refresh; of the rows around `index`, as far as they are here. */
  generationAt(index: number): number | undefined {
    return this.#kept.get(Math.floor(index / WINDOW_ROWS))?.generation;
  }

  /** Index of the first row held for which `test` holds. */
  indexWhere(test: (row: Row) => boolean): number | undefined {
    for (const [window, kept] of this.#kept) {
      const at = kept.rows.findIndex(test);
      if (at >= 0) return window * WINDOW_ROWS + at;
    }
    return undefined;
  }

  /** Says which rows are in view, both ends included. */
  setVisibleRange(first: number, last: number): void {
    const before = this.#wanted;
    this.#wanted = [Math.max(0, first), Math.max(0, last)];
    const isJump = before !== undefined && (first > before[1] || last < before[0]);
    if (isJump && !this.#isScrollingFast) {
      this.#pump();
      this.#isScrollingFast = true;
      this.#resumeAfter(FAST_SCROLL_PAUSE_MS);
    } else if (isJump && Math.abs(first - before[0]) > FAST_SCROLL_ROWS) this.#resumeAfter(FAST_SCROLL_PAUSE_MS);
    this.#pump();
  }

  /** Whether rows go by faster than anybody reads: what is drawn of them beyond the view is drawn for nothing. */
  get isScrollingFast(): boolean {
    return this.#isScrollingFast;
  }

  #resumeAfter(ms: number): void {
    clearTimeout(this.#landing);
    this.#landing = setTimeout(() => {
      this.#isScrollingFast = false;
      this.#pump();
      // Those around the view come back, too.
      this.#changed();
    }, ms);
  }

  /** Asks another question (a filter): what is shown stays until the first answer, then goes as a whole. */
  ask(fetch: FetchWindow<Row>, question = ""): void {
    this.#fetch = fetch;
    this.#asked = question;
    this.#generation += 1;
    this.#question = this.#generation;
    this.#error = undefined;
    this.#changed();
    this.#pump();
  }

  /** Fetches the rows in view again (after an edit); each window is replaced when its new rows are there. */
  refresh(fetch: FetchWindow<Row> = this.#fetch): void {
    this.#fetch = fetch;
    this.#generation += 1;
    this.#error = undefined;
    this.#pump();
  }

  /**
   * Shows rows as they are known to be now, wherever they are held, before any are asked for again. They stay where they
   * are: what a change does to the order, or to a filter, only the next answer says.
   */
  put(rows: readonly Row[], isSame: (one: Row, other: Row) => boolean): void {
    if (rows.length === 0) return;
    for (const [window, kept] of this.#kept) {
      const now = kept.rows.map((held) => rows.find((row) => isSame(row, held)) ?? held);
      if (now.some((row, at) => row !== kept.rows[at])) this.#kept.set(window, { ...kept, rows: now });
    }
    // Asked before the rows changed: its answer may be older than what is shown now.
    for (const call of this.#calls) call.isOutdated = true;
    this.#changed();
  }

  retry(): void {
    this.#error = undefined;
    this.#changed();
    this.#pump();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes with everything that can be seen from outside. */
  readonly version = (): number => this.#version;

  #answeredBefore(generation: number): boolean {
    for (const kept of this.#kept.values()) if (kept.generation >= generation) return false;
    return this.#kept.size > 0;
  }

  #pump(): void {
    while (!this.#isScrollingFast && this.#error === undefined && this.#calls.size < CALLS_MAX) {
      const window = this.#nextWindow();
      if (window === undefined) return;
      void this.#call(window);
    }
  }

  /** The window in view that is missing or old, nearest to the middle of the view. */
  #nextWindow(): number | undefined {
    if (this.#wanted === undefined) return undefined;
    const [first, last] = this.#wanted;
    const middle = (first + last) / 2 / WINDOW_ROWS - 0.5;
    let best: number | undefined;
    for (let window = Math.floor(first / WINDOW_ROWS); window * WINDOW_ROWS <= last; window += 1) {
      const held = this.#kept.get(window)?.generation === this.#generation;
      if (held || this.#isUnderWay(window) || this.#isPastEnd(window)) continue;
      if (best === undefined || Math.abs(window - middle) < Math.abs(best - middle)) best = window;
    }
    return best;
  }

  #isUnderWay(window: number): boolean {
    for (const call of this.#calls) {
      if (call.window === window && call.generation === this.#generation && !call.isOutdated) return true;
    }
    return false;
  }

  #isPastEnd(window: number): boolean {
    if (window === 0 || this.#total === undefined || this.isStale) return false;
    return window * WINDOW_ROWS >= this.#total;
  }

  async #call(window: number): Promise<void> {
    const generation = this.#generation;
    const call: Call = { window, generation, isOutdated: false };
    const counts = () => generation === this.#generation && !call.isOutdated;
    this.#calls.add(call);
    const before = { total: this.#total, isStale: this.isStale, rows: this.#kept.get(window)?.rows };
    try {
      const answer = await this.#fetch(window * WINDOW_ROWS, WINDOW_ROWS);
      if (counts()) this.#keep(window, answer);
    } catch (error) {
      if (counts()) this.#error = error ?? new Error("no reason given");
    } finally {
      this.#calls.delete(call);
    }
    // Rows that were scrolled away meanwhile are kept; drawing the others again for them would be for nothing, as for
    // rows that are what they were.
    const isSeen = this.#isInView(window) && (before.isStale || this.#kept.get(window)?.rows !== before.rows);
    if (isSeen || this.#total !== before.total || this.#error !== undefined) this.#changed();
    this.#pump();
  }

  #isInView(window: number): boolean {
    const [first, last] = this.#wanted ?? [0, 0];
    return window * WINDOW_ROWS <= last && (window + 1) * WINDOW_ROWS > first;
  }

  #keep(window: number, answer: RowWindow<Row>): void {
    this.#total = answer.total;
    // A row that is what it was stays the same object, and is not drawn again.
    const rows = replaceEqualDeep(this.#kept.get(window)?.rows, answer.rows);
    this.#kept.set(window, { rows, generation: this.#generation });
    const windows = Math.ceil(answer.total / WINDOW_ROWS);
    for (const [at, kept] of this.#kept) {
      if (kept.generation < this.#question || at >= Math.max(1, windows)) this.#kept.delete(at);
    }
    while (this.#kept.size > WINDOWS_KEPT_MAX) this.#dropFarthest();
  }

  #dropFarthest(): void {
    const [first, last] = this.#wanted ?? [0, 0];
    const middle = (first + last) / 2 / WINDOW_ROWS;
    let farthest: number | undefined;
    for (const at of this.#kept.keys()) {
      if (farthest === undefined || Math.abs(at - middle) > Math.abs(farthest - middle)) farthest = at;
    }
    if (farthest !== undefined) this.#kept.delete(farthest);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
