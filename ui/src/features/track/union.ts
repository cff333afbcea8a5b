// One filter tile stands for two states ("In progress" is Sent and Planned), while the desk answers one state a
// question. This lines the two lists up as one, window by window.

export interface Window<R> {
  readonly total: number;
  readonly offset: number;
  readonly rows: R[];
}

export type FetchWindow<R> = (offset: number, limit: number) => Promise<Window<R>>;

/** The second list follows the first: rows of both, counted through. */
export function followedBy<R>(first: FetchWindow<R>, second: FetchWindow<R>): FetchWindow<R> {
  return async (offset, limit) => {
    const head = await first(offset, limit);
    const missing = limit - head.rows.length;
    const start = Math.max(0, offset - head.total);
    // At least one row, so that the answer still tells how long the second list is.
    const tail = await second(start, Math.max(1, missing));
    return { total: head.total + tail.total, offset, rows: [...head.rows, ...tail.rows.slice(0, missing)] };
  };
}
