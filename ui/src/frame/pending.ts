/** A file dropped before there is a desk to read it: it is opened by the first one there is. Only its path is kept. */
import { useSyncExternalStore } from "react";

let path: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  path = next;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const keepFile = (dropped: string): void => set(dropped);
export const forgetFile = (): void => set(null);

/** The file, once: who takes it opens it. */
export function takeFile(): string | null {
  const taken = path;
  set(null);
  return taken;
}

export const usePendingFile = (): string | null => useSyncExternalStore(subscribe, () => path);
