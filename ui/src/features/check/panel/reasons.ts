/** The reasons that warnings were last accepted with, to be chosen again. They are never filled in unasked. */
import type { ProblemCode } from "../../../ipc";
import { onProfileReset } from "../../../query";

const RECENT_MAX = 3;

const recent = new Map<ProblemCode, readonly string[]>();

/** Of warnings of this kind, the last one first. */
export const recentReasons = (code: ProblemCode): readonly string[] => recent.get(code) ?? [];

export function rememberReason(code: ProblemCode, reason: string): void {
  const others = recentReasons(code).filter((other) => other !== reason);
  recent.set(code, [reason, ...others].slice(0, RECENT_MAX));
}

export const forgetReasons = (): void => recent.clear();

onProfileReset(forgetReasons);
