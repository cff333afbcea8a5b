/** An error in its three parts: what happened, what it means for the money, what to do; and the way to do it. */
import {
  IconAlertTriangle,
  IconClockExclamation,
  IconCloudOff,
  IconFileBroken,
  IconHandStop,
  IconHelpCircle,
  IconLock,
  IconX,
} from "@tabler/icons-react";
import { ActionIcon, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { asDeskError, type BlockReason, type DeskError, type ErrorCode } from "../ipc";
import { formatCount, formatSize, formatWhen } from "../lib/dates";
import classes from "./ErrorPanel.module.css";
import type { StateStyle } from "./states";
import { useLength } from "./useLength";

const SPECIAL_STYLES: Partial<Record<ErrorCode, StateStyle>> = {
  no_connection: { icon: IconCloudOff, tone: "attention" },
  service_unclear: { icon: IconHelpCircle, tone: "unknown" },
  answer_not_kept: { icon: IconHelpCircle, tone: "unknown" },
  charge_not_kept: { icon: IconHelpCircle, tone: "unknown" },
  payroll_damaged: { icon: IconFileBroken, tone: "failed" },
  renewal_failed: { icon: IconClockExclamation, tone: "attention" },
  token_ends: { icon: IconClockExclamation, tone: "attention" },
  sending_blocked: { icon: IconHandStop, tone: "attention" },
  locked: { icon: IconLock, tone: "attention" },
  keychain_locked: { icon: IconLock, tone: "attention" },
  keychain_refused: { icon: IconLock, tone: "attention" },
};
const DEFAULT_STYLE: StateStyle = { icon: IconAlertTriangle, tone: "attention" };

export type ErrorWords = { title: string; meaning: string; action: string };

/** The three sentences for an error; figures of the error go into them. */
export function useErrorWords(): (error: DeskError) => ErrorWords {
  const { t } = useTranslation("errors");
  const length = useLength();
  const because = useBecause();
  return (error) => {
    const { at, seconds } = error.data;
    const values = {
      ...error.data,
      ...(at === undefined ? {} : { time: formatWhen(at) }),
      ...(seconds === undefined ? {} : { length: length(Number(seconds)) }),
    };
    return {
      title: titleOf(t, error),
      meaning: because(error) + t(`${error.code}.meaning`, values),
      action: t(`${error.code}.action`, values),
    };
  };
}

/** Why sending is blocked, as the bar says it; nothing for other errors. */
export function useBecause(): (error: DeskError) => string {
  const { t } = useTranslation("frame");
  return ({ code, data }) => {
    const reason = code === "sending_blocked" ? BLOCK_REASONS.find((one) => one === data["reason"]) : undefined;
    return reason === undefined ? "" : `${t(`blocked.reason.${reason}`)} `;
  };
}

const BLOCK_REASONS = [
  "ledger_older",
  "ledger_new",
  "other_ledger",
  "record_missing",
  "history_changed",
] as const satisfies readonly BlockReason[];

/** Errors whose title says how many. */
const COUNTED = ["draft_has_problems", "questions_open", "rows_to_decide", "payrolls_not_checked"] as const;

/** A network drive is named by its folder; other paths would say nothing to the user. */
const pathOf = ({ code, data }: DeskError): string | undefined =>
  code === "ledger_on_network" ? data["path"] : undefined;

function titleOf(t: ReturnType<typeof useTranslation<"errors">>["t"], { code, data }: DeskError): string {
  const counted = COUNTED.find((one) => one === code);
  if (counted !== undefined && data["count"] !== undefined)
    return t(`${counted}.title`, { count: Number(data["count"]) });
  if (code === "approved_for_other" && data["host"]) return t("approved_for_other.title_named", { host: data["host"] });
  if (code === "already_paid" && data["name"] !== undefined)
    return t("already_paid.title_named", { name: data["name"] });
  return t(`${code}.title`);
}

type Props = {
  error: unknown;
  /** What it is about, where the error itself does not know: the name of a file. */
  about?: string | undefined;
  /** Buttons that do what the third sentence says. */
  actions?: ReactNode;
  /** What the button "Try again" does. */
  onRetry?: () => void;
  onClose?: () => void;
};

export function ErrorPanel({ error, about, actions, onRetry, onClose }: Props) {
  const { t } = useTranslation("frame");
  const words = useErrorWords();
  const known = asDeskError(error);
  const { title, meaning, action } = words(known);
  const { icon: Icon, tone } = SPECIAL_STYLES[known.code] ?? DEFAULT_STYLE;
  return (
    <section className={classes.panel} role="alert" data-testid="error-panel" data-code={known.code}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={18} stroke={1.75} />
      </span>
      <div className={classes.text}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.body}>
          {meaning} {action}
        </p>
        <ErrorFacts error={known} about={about} />
        {(actions !== undefined || onRetry !== undefined) && (
          <div className={classes.actions}>
            {actions}
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                {t("tryAgain")}
              </Button>
            )}
          </div>
        )}
      </div>
      {onClose && (
        <ActionIcon size={28} aria-label={t("close")} onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </section>
  );
}

/** What the error carries: the file, the service's own words, the number of an unexpected fault. */
function ErrorFacts({ error, about }: { error: DeskError; about: string | undefined }) {
  const { code, data } = error;
  const { t } = useTranslation("frame");
  const facts = [
    data["file"] ?? about,
    pathOf(error),
    limitOf(t, error),
    data["status"] === undefined ? undefined : t("status", { status: data["status"] }),
    data["message"],
    data["address"],
    code === "unexpected" && data["id"] !== undefined ? t("errorId", { id: data["id"] }) : undefined,
  ].filter((fact) => fact !== undefined && fact !== "");
  if (facts.length === 0) return null;
  return <p className={`${classes.facts} selectable`}>{facts.join(" · ")}</p>;
}

/** How far a file goes beyond what is read. */
function limitOf(t: ReturnType<typeof useTranslation<"frame">>["t"], { code, data }: DeskError): string | undefined {
  const [found, limit] = [Number(data["found"]), Number(data["limit"])];
  if (!Number.isFinite(found) || !Number.isFinite(limit)) return undefined;
  if (code === "file_too_many_rows") return t("limits.rows", { found: formatCount(found), limit: formatCount(limit) });
  if (code === "file_too_many_columns")
    return t("limits.columns", { found: formatCount(found), limit: formatCount(limit) });
  if (code === "file_too_large") return t("limits.size", { found: formatSize(found), limit: formatSize(limit) });
  return undefined;
}
