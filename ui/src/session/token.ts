/** The remaining lifetime of the access token, for the frame and the screens. The desk decides what is sent. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../query";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MIN = 60;
/** From `SOON_MIN` on the sidebar counts down, from `ENDING_MIN` on it warns. */
const SOON_MIN = 30;
const ENDING_MIN = 10;
const TICK_MS = 10 * SECOND_MS;

export type TokenLife =
  /** Locked, or a token without an expiry. */
  { kind: "unknown" } | { kind: "good" | "soon" | "ending" | "ended"; endsAt: string; minutes: number };

export function tokenLife(endsAt: string | null, now_ms: number): TokenLife {
  if (endsAt === null) return { kind: "unknown" };
  const left_ms = Date.parse(endsAt) - now_ms;
  const minutes = Math.max(0, Math.floor(left_ms / MINUTE_MS));
  if (left_ms <= 0) return { kind: "ended", endsAt, minutes };
  return { kind: minutes < ENDING_MIN ? "ending" : minutes < SOON_MIN ? "soon" : "good", endsAt, minutes };
}

/** The current time, updated every few seconds while it is used. */
export function useNow(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}

export function useTokenLife(): TokenLife {
  const { tokenExpiresAt } = useSession();
  return tokenLife(tokenExpiresAt, useNow(tokenExpiresAt !== null));
}

/** Whether a submission started now could outlive the token. A desk that renews tokens does so first. */
export function useTokenTooShort(): string | null {
  const { tokenExpiresAt, submissionSMax, renewsToken } = useSession();
  const now = useNow(tokenExpiresAt !== null);
  if (tokenExpiresAt === null || renewsToken) return null;
  return Date.parse(tokenExpiresAt) < now + submissionSMax * SECOND_MS ? tokenExpiresAt : null;
}

/** `1 h 42 min`, `12 min`. */
export function useTimeLeft(): (minutes: number) => string {
  const { t } = useTranslation("token");
  return (minutes) => {
    if (minutes < 1) return t("lessThanMinute");
    if (minutes < HOUR_MIN) return t("minutes", { count: minutes });
    return t("hours", { hours: Math.floor(minutes / HOUR_MIN), minutes: minutes % HOUR_MIN });
  };
}

/** The latest time to start a submission. */
export const latestSendTime = (endsAt: string, submission_s: number): string =>
  new Date(Date.parse(endsAt) - submission_s * SECOND_MS).toISOString();
