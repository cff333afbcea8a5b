// The user's ticks and reason so far. They outlive the screen, since the user opens payrolls to compare them.

import { useSyncExternalStore } from "react";

import { onProfileReset } from "../../query";

export type Answers = { readonly checked: ReadonlySet<string>; readonly reason: string };

const NONE: Answers = { checked: new Set(), reason: "" };

let answers = NONE;
const listeners = new Set<() => void>();

function set(next: Answers): void {
  answers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAnswers = (): Answers => useSyncExternalStore(subscribe, () => answers);

export function toggleChecked(key: string): void {
  const checked = new Set(answers.checked);
  if (!checked.delete(key)) checked.add(key);
  set({ ...answers, checked });
}

export const setReason = (reason: string): void => set({ ...answers, reason });
export const forgetAnswers = (): void => set(NONE);

onProfileReset(forgetAnswers);
