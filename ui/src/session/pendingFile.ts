/** A file that waits: until a profile is open, until another is read, or until a dialog is closed. */
import { useSyncExternalStore } from "react";
import type { ChosenFile } from "../ipc";

let file: ChosenFile | null = null;
const listeners = new Set<() => void>();

function set(next: ChosenFile | null): void {
  file = next;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const setPendingFile = (dropped: ChosenFile): void => set(dropped);
export const clearPendingFile = (): void => set(null);

/** Returns the file once, to be opened. */
export function takePendingFile(): ChosenFile | null {
  const taken = file;
  set(null);
  return taken;
}

export const usePendingFile = (): ChosenFile | null => useSyncExternalStore(subscribe, () => file);
