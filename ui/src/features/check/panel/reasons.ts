/** The most recent reasons for accepting warnings, to be chosen again. They are never prefilled. */
import type { ProblemCode } from "../../../ipc";
import { onProfileReset } from "../../../query";

const RECENT_MAX = 3;

const recent = new Map<ProblemCode, readonly string[]>();

/** For warnings of this kind, the latest first. */
export const recentReasons = (code: ProblemCode): readonly string[] => recent.get(code) ?? [];

export function rememberReason(code: ProblemCode, reason: string): void {
  const others = recentReasons(code).filter((other) => other !== reason);
  recent.set(code, [reason, ...others].slice(0, RECENT_MAX));
}

export const forgetReasons = (): void => recent.clear();

onProfileReset(forgetReasons);
