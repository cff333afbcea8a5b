/**
 * The rows of a grid, fetched in windows as they become visible.
 *
 * A payroll may have 100,000 rows; the window never stores all of them. At most two calls run at a time, and a call
 * starts only for rows that are still visible, so dragging the scroll bar from top to bottom requests a handful of
 * windows, not five hundred. After an edit the old rows stay until the new ones arrive. Independent of React and of the
 * type of a row.
 */
import { replaceEqualDeep } from "@tanstack/react-query";

export interface RowWindow<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A window with its offset, a multiple of `WINDOW_ROWS`. */
export interface PlacedWindow<Row> extends RowWindow<Row> {
  readonly offset: number;
}

export type FetchWindow<Row> = (offset: number, limit: number) => Promise<RowWindow<Row>>;

/** Rows in one call. */
export const WINDOW_ROWS = 200;
/** Maximum number of concurrent calls. */
export const CALLS_MAX = 2;
/** During fast scrolling, rows are requested once per this interval, and when scrolling stops. */
export const FAST_SCROLL_PAUSE_MS = 60;
/** A jump over this many rows restarts the pause: they would be gone before the answer is rendered. */
export const FAST_SCROLL_ROWS = WINDOW_ROWS / 2;
/** Maximum number of stored windows; those farthest from the visible rows are dropped first. */
export const WINDOWS_KEPT_MAX = 50;

/** The requested window and its generation; answers are ignored if rows were put in since. */
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
  /** Older windows belong to another question and are dropped with the first answer. */
  #question = 0;
  #kept = new Map<number, Kept<Row>>();
  /** Running calls. */
  #calls = new Set<Call>();
  #requested: readonly [first: number, last: number] | undefined;
  /** The view has just jumped; further jumps are awaited. */
  #isScrollingFast = false;
  #landing: ReturnType<typeof setTimeout> | undefined;
  #total: number | undefined;
  #error: unknown;
  #version = 0;
  #listeners = new Set<() => void>();

  /** `question` identifies the query (a filter). `first` is an optional initial window that was prefetched. */
  constructor(fetch: FetchWindow<Row>, question = "", first?: PlacedWindow<Row>) {
    this.#fetch = fetch;
    this.#asked = question;
    if (first !== undefined) this.#keep(Math.floor(first.offset / WINDOW_ROWS), first);
  }

  /** The latest query; its answer may not have arrived. */
  get question(): string {
    return this.#asked;
  }

  /** Total rows; undefined until the first window has arrived. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The last call's error; nothing is fetched until `retry`. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether the stored rows belong to an older query (another filter). */
  get isStale(): boolean {
    return this.#total !== undefined && this.#answeredBefore(this.#question);
  }

  row(index: number): Row | undefined {
    return this.#kept.get(Math.floor(index / WINDOW_ROWS))?.rows[index % WINDOW_ROWS];
  }

  /** The generation of the stored rows around `index`; it grows with every query and refresh. */
  generationAt(index: number): number | undefined {
    return this.#kept.get(Math.floor(index / WINDOW_ROWS))?.generation;
  }

  /** Index of the first stored row that satisfies `test`. */
  indexWhere(test: (row: Row) => boolean): number | undefined {
    for (const [window, kept] of this.#kept) {
      const at = kept.rows.findIndex(test);
      if (at >= 0) return window * WINDOW_ROWS + at;
    }
    return undefined;
  }

  /** Sets the visible rows, both ends included. */
  setVisibleRange(first: number, last: number): void {
    const before = this.#requested;
    this.#requested = [Math.max(0, first), Math.max(0, last)];
    const isJump = before !== undefined && (first > before[1] || last < before[0]);
    if (isJump && !this.#isScrollingFast) {
      this.#pump();
      this.#isScrollingFast = true;
      this.#resumeAfter(FAST_SCROLL_PAUSE_MS);
    } else if (isJump && Math.abs(first - before[0]) > FAST_SCROLL_ROWS) this.#resumeAfter(FAST_SCROLL_PAUSE_MS);
    this.#pump();
  }

  /** Whether rows pass too fast to be read: rendering rows outside of the view is useless then. */
  get isScrollingFast(): boolean {
    return this.#isScrollingFast;
  }

  #resumeAfter(ms: number): void {
    clearTimeout(this.#landing);
    this.#landing = setTimeout(() => {
      this.#isScrollingFast = false;
      this.#pump();
      // The windows around the view are fetched, too.
      this.#changed();
    }, ms);
  }

  /** Starts another query (a filter): the old rows stay until the first answer, and are then dropped together. */
  ask(fetch: FetchWindow<Row>, question = ""): void {
    this.#fetch = fetch;
    this.#asked = question;
    this.#generation += 1;
    this.#question = this.#generation;
    this.#error = undefined;
    this.#changed();
    this.#pump();
  }

  /** Refetches the visible rows (after an edit); each window is replaced when its answer arrives. */
  refresh(fetch: FetchWindow<Row> = this.#fetch): void {
    this.#fetch = fetch;
    this.#generation += 1;
    this.#error = undefined;
    this.#pump();
  }

  /**
   * Updates changed rows in all stored windows, before a refetch. They keep their positions: only the next answer
   * contains the effect on order and filter.
   */
  put(rows: readonly Row[], isSame: (one: Row, other: Row) => boolean): void {
    if (rows.length === 0) return;
    for (const [window, kept] of this.#kept) {
      const now = kept.rows.map((held) => rows.find((row) => isSame(row, held)) ?? held);
      if (now.some((row, at) => row !== kept.rows[at])) this.#kept.set(window, { ...kept, rows: now });
    }
    // Requested before the rows changed: the answer may be older than the stored rows.
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

  /** Changes with every visible change. */
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

  /** The missing or outdated visible window nearest to the middle of the view. */
  #nextWindow(): number | undefined {
    if (this.#requested === undefined) return undefined;
    const [first, last] = this.#requested;
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
    // Windows that scrolled out are stored without notifying: rendering would be useless, as for unchanged rows.
    const isSeen = this.#isInView(window) && (before.isStale || this.#kept.get(window)?.rows !== before.rows);
    if (isSeen || this.#total !== before.total || this.#error !== undefined) this.#changed();
    this.#pump();
  }

  #isInView(window: number): boolean {
    const [first, last] = this.#requested ?? [0, 0];
    return window * WINDOW_ROWS <= last && (window + 1) * WINDOW_ROWS > first;
  }

  #keep(window: number, answer: RowWindow<Row>): void {
    this.#total = answer.total;
    // An unchanged row keeps its object, and does not render again.
    const rows = replaceEqualDeep(this.#kept.get(window)?.rows, answer.rows);
    this.#kept.set(window, { rows, generation: this.#generation });
    const windows = Math.ceil(answer.total / WINDOW_ROWS);
    for (const [at, kept] of this.#kept) {
      if (kept.generation < this.#question || at >= Math.max(1, windows)) this.#kept.delete(at);
    }
    while (this.#kept.size > WINDOWS_KEPT_MAX) this.#dropFarthest();
  }

  #dropFarthest(): void {
    const [first, last] = this.#requested ?? [0, 0];
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
