// Allows sending again: its effect, the user's reason, and a button that is disabled until every item is ticked.

import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, ReasonField, useToast } from "../../components";
import { useSessionAction } from "../../session/useSessionAction";
import { asDeskError, type BlockReason, type SendingBlock } from "../../ipc";
import { useNavigation } from "../../navigation";
import { setReason, useAnswers } from "./answers";
import classes from "./Blocked.module.css";
import { useUnblock } from "./useUnblock";

/** Suggested reasons, in the catalogue. A changed history has none: the user must describe what happened. */
const SUGGESTED_REASONS = {
  ledger_older: ["restored", "nothingMissing"],
  ledger_new: ["nothingMissing"],
  other_ledger: ["moved", "nothingMissing"],
  record_missing: ["moved", "nothingMissing"],
  history_changed: [],
} as const satisfies Record<BlockReason, readonly ("nothingMissing" | "restored" | "moved")[]>;

export function Allow({ block }: { block: SendingBlock }): ReactNode {
  const { t } = useTranslation("blocked");
  const { replace } = useNavigation();
  const toast = useToast();
  const hint = useId();
  const { checked, reason } = useAnswers();
  const unblock = useUnblock(({ unresolved }) => {
    toast(t("done"));
    replace({ name: unresolved > 0 ? "unresolved" : "payrolls" });
  });
  const ticked = block.payrolls.filter(({ key }) => checked.has(key)).map(({ key }) => key);
  const open = block.payrolls.length - ticked.length;
  const trimmed = reason.trim();
  const isReady = open === 0 && trimmed !== "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void unblock.run(trimmed, ticked);
  };
  const left = [
    open === 0 ? null : t("allow.left.payrolls", { count: open }),
    trimmed === "" ? t("allow.left.reason") : null,
  ].filter((part) => part !== null);
  return (
    <form className={classes.section} onSubmit={submit} noValidate data-testid="blocked-allow">
      <h2>{t("allow.title")}</h2>
      <p className={classes.text}>{t("allow.text")}</p>
      <div className={classes.reason}>
        <ReasonField
          label={t("allow.reason")}
          placeholder={t("allow.placeholder")}
          hint={t("allow.kept")}
          value={reason}
          onValue={setReason}
          suggestions={SUGGESTED_REASONS[block.reason].map((usual) => t(`allow.usual.${usual}`))}
          readOnly={unblock.isBusy}
          testid="blocked-reason"
        />
      </div>
      {unblock.error === null ? null : <Failed error={unblock.error} onUnlocked={unblock.forget} />}
      <div className={classes.confirm}>
        <Button
          type="submit"
          disabled={!isReady}
          loading={unblock.isBusy}
          aria-describedby={hint}
          data-testid="blocked-confirm"
        >
          {t("allow.confirm")}
        </Button>
        <p id={hint} role="status" data-testid="blocked-left">
          {left.join(" ")}
        </p>
      </div>
    </form>
  );
}

/** A locked desk is unlocked here: ticks and reason are kept. */
function Failed({ error, onUnlocked }: { error: unknown; onUnlocked: () => void }): ReactNode {
  const { t } = useTranslation("blocked");
  const { unlock, busy, error: refused } = useSessionAction(onUnlocked);
  const isLocked = asDeskError(error).code === "locked";
  return (
    <ErrorPanel
      error={refused ?? error}
      {...(isLocked
        ? {
            actions: (
              <Button size="xs" variant="default" onClick={unlock} loading={busy} data-testid="blocked-unlock">
                {t("allow.unlock")}
              </Button>
            ),
          }
        : {})}
    />
  );
}
