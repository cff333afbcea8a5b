/** A "Saved" note that disappears by itself. */
import { useEffect, useState } from "react";

const SHOWN_MS = 2_000;

export function useSaved(): [shown: boolean, show: () => void] {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0) return;
    const timer = setTimeout(() => setTimes(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return [times > 0, () => setTimes((before) => before + 1)];
}
