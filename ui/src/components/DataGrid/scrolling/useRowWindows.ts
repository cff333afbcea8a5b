import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { RowWindows, type FetchWindow, type PlacedWindow } from "../../../lib/rows/rowWindows";

/**
 * The row windows of one grid. Another `question` (a filter, a sort) drops the old rows once its answer arrives;
 * another `revision` (an edit) refetches the visible rows in the background. `fetch` is updated with either. `first` is
 * an optional initial window for the first question.
 */
export function useRowWindows<Row>(
  fetch: FetchWindow<Row>,
  question: string,
  revision: number | string,
  first?: PlacedWindow<Row>,
): RowWindows<Row> {
  const [windows] = useState(() => new RowWindows<Row>(fetch, question, first));
  const asked = useRef({ question, revision });

  useEffect(() => {
    const before = asked.current;
    asked.current = { question, revision };
    if (before.question !== question) windows.ask(fetch, question);
    else if (before.revision !== revision) windows.refresh(fetch);
  }, [fetch, question, revision, windows]);

  return windows;
}

/** Renders again when the windows change; returns their version. */
export function useWindowsVersion<Row>(windows: RowWindows<Row>): number {
  return useSyncExternalStore(windows.subscribe, windows.version);
}
