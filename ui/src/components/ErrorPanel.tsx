/** An error in three parts: what happened, the effect on the money, the next action; with buttons for it. */
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
import { type AppError, asDeskError, type ErrorCode, type OtherFileType } from "../ipc";
import { formatCount, formatSize, formatWhen } from "../lib/time/dates";
import classes from "./ErrorPanel.module.css";
import type { StateStyle } from "./states";
import { useDurationText } from "./useDurationText";

const SPECIAL_STYLES: Partial<Record<ErrorCode, StateStyle>> = {
  no_connection: { icon: IconCloudOff, tone: "attention" },
  service_unclear: { icon: IconHelpCircle, tone: "unknown" },
  answer_not_recorded: { icon: IconHelpCircle, tone: "unknown" },
  charge_not_recorded: { icon: IconHelpCircle, tone: "unknown" },
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

/** The three texts of an error, with the error's figures. */
export function useErrorWords(): (error: AppError) => ErrorWords {
  const { t } = useTranslation("errors");
  const length = useDurationText();
  const because = useBlockReasonText();
  return (error) => {
    const values = valuesOf(error, length);
    return {
      title: titleOf(t, error),
      meaning: because(error) + t(`${error.code}.meaning`, values),
      action: actionOf(t, error, values),
    };
  };
}

/** The figures and names in the second and third text. */
function valuesOf(error: AppError, length: (seconds: number) => string): Record<string, string | number> {
  switch (error.code) {
    case "token_ends":
      return { time: formatWhen(error.data.at), length: length(error.data.submissionS) };
    case "renewal_failed":
      return { time: formatWhen(error.data.at) };
    case "service_moved":
    case "secrets_elsewhere":
    case "wallet_missing":
    case "already_reported":
    case "too_many_chosen":
    case "document_too_long":
      return error.data;
    default:
      return {};
  }
}

/** The reason why sending is blocked, as in the bar; empty for other errors. */
export function useBlockReasonText(): (error: AppError) => string {
  const { t } = useTranslation("frame");
  return (error) => (error.code === "sending_blocked" ? `${t(`blocked.reason.${error.data.reason}`)} ` : "");
}

function titleOf(t: ReturnType<typeof useTranslation<"errors">>["t"], error: AppError): string {
  switch (error.code) {
    case "draft_has_problems":
    case "questions_open":
    case "rows_to_decide":
    case "payrolls_not_checked":
    case "bank_codes_not_confirmed":
      return t(`${error.code}.title`, { count: error.data.count });
    case "document_too_long":
      return t(`${error.code}.title`, { count: error.data.pages });
    case "wallet_missing":
      return t(`${error.code}.title`, error.data);
    case "approved_for_other":
      return error.data.host === null
        ? t(`${error.code}.title`)
        : t(`${error.code}.title_named`, { host: error.data.host });
    case "file_not_a_spreadsheet":
      return error.data.found === "unknown" ? t(`${error.code}.title`) : t(`${error.code}.title_${error.data.found}`);
    case "already_paid":
      return t(`${error.code}.title_named`, { name: error.data.name });
    default:
      return t(`${error.code}.title`);
  }
}

/** Spreadsheet programs open web pages and similar files, but not pictures. */
const ACTION_BY_FILE_KIND = {
  html: "action_opens",
  xml: "action_opens",
  rtf: "action_opens",
  sylk: "action_opens",
  pdf: "action_other",
  picture: "action_other",
  old_office: "action_other",
  open_document: "action_other",
  archive: "action_archive",
  unknown: "action",
} as const satisfies Record<OtherFileType, string>;

function actionOf(
  t: ReturnType<typeof useTranslation<"errors">>["t"],
  error: AppError,
  values: Record<string, string | number>,
): string {
  if (error.code === "file_not_a_spreadsheet") return t(`${error.code}.${ACTION_BY_FILE_KIND[error.data.found]}`);
  return t(`${error.code}.action`, values);
}

type Props = {
  error: unknown;
  /** The name of the file, if the error does not contain it. */
  about?: string | undefined;
  /** Buttons for the action in the third text. */
  actions?: ReactNode;
  /** The action of "Try again". */
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
        <p className={classes.title}>{title}</p>
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

/** The error's data: the file, the service's own message, the number of an unexpected fault. */
function ErrorFacts({ error, about }: { error: AppError; about: string | undefined }) {
  const { t } = useTranslation("frame");
  const own = factsOf(t, error);
  const facts = (isAboutFile(error) ? own : [about, ...own]).filter((fact) => fact !== undefined && fact !== "");
  if (facts.length === 0) return null;
  return <p className={`${classes.facts} selectable`}>{facts.join(" · ")}</p>;
}

/** The error contains its file name. */
const isAboutFile = (error: AppError): boolean => "data" in error && "file" in error.data;

function factsOf(t: ReturnType<typeof useTranslation<"frame">>["t"], error: AppError): string[] {
  switch (error.code) {
    case "file_moved":
    case "file_changed":
    case "file_in_use":
    case "not_writable":
    case "save_over_original":
    case "save_disk_full":
    case "backup_is_ledger":
    case "backup_exists":
    case "backup_disk_full":
    case "backup_not_writable":
      return [error.data.file];
    case "ledger_on_network":
      return [error.data.path];
    case "file_too_many_rows":
      return [t("limits.rows", { found: formatCount(error.data.found), limit: formatCount(error.data.limit) })];
    case "file_too_many_columns":
      return [t("limits.columns", { found: formatCount(error.data.found), limit: formatCount(error.data.limit) })];
    case "file_too_large": {
      const [found, limit] = [Number(error.data.found), Number(error.data.limit)];
      return [t("limits.size", { found: formatSize(found), limit: formatSize(limit) })];
    }
    case "token_refused":
    case "wrong_lock":
    case "service_refused":
      return [t("status", { status: error.data.status }), error.data.message ?? ""];
    case "renewal_failed":
      return factsOf(t, error.data.cause);
    case "service_moved":
    case "listener_unavailable":
      return [error.data.address];
    case "unexpected":
      return error.data.id === null ? [] : [t("errorId", { id: error.data.id })];
    default:
      return [];
  }
}
