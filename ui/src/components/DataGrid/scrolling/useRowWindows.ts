import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { RowWindows, type FetchWindow, type PlacedWindow } from "../../../lib/rows/rowWindows";

/**
 * The windows of one grid. Another `question` (a filter, a sort) drops what is held once its answer is there;
 * another `revision` (an edit happened) fetches the rows in view again behind what is shown. `fetch` counts as of
 * the last change of either. `first`, where it is there at the beginning, is the window of the first question that is
 * seen at first.
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

/** Renders again whenever the windows change; answers their version. */
export function useWindowsVersion<Row>(windows: RowWindows<Row>): number {
  return useSyncExternalStore(windows.subscribe, windows.version);
}
