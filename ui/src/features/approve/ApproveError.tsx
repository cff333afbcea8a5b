// The error that stopped the approval, with the next actions.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import type { DeskError } from "../../ipc";
import { useNavigation } from "../../navigation";
import { ReviewButton } from "../blocked/BlockedHint";

type Props = {
  error: DeskError;
  id: number;
  onBack: () => void;
  /** Absent if the fields for it are directly below. */
  onRename?: () => void;
  onRetype: () => void;
  onShowQuestions: () => void;
  onUnlock: () => void;
  onRetry: () => void;
  onClose?: () => void;
};

export function ApproveError({ onClose, ...props }: Props): ReactNode {
  return (
    <ErrorPanel
      error={props.error}
      actions={<ErrorActions {...props} />}
      {...(onClose === undefined ? {} : { onClose })}
    />
  );
}

function ErrorActions({
  error,
  id,
  onBack,
  onRename,
  onRetype,
  onShowQuestions,
  onUnlock,
  onRetry,
}: Omit<Props, "onClose">): ReactNode {
  const { t } = useTranslation("approve");
  const { go, replace } = useNavigation();
  const way = (text: string, run: () => void): ReactNode => (
    <Button size="xs" variant="default" onClick={run}>
      {text}
    </Button>
  );
  switch (error.code) {
    case "name_taken":
    case "already_paid": {
      const other = error.data.payroll;
      return (
        <>
          {onRename === undefined ? null : way(t("error.change"), onRename)}
          {way(t("error.open"), () => go({ name: "track", id: other }))}
        </>
      );
    }
    case "draft_has_problems":
    case "nothing_to_pay":
    case "value_invalid":
    case "rows_to_decide":
    case "payroll_damaged":
      return way(t("back"), onBack);
    case "total_differs":
    case "total_needed":
    case "changed_since_shown":
      return way(t("error.typeAgain"), onRetype);
    case "wrong_state":
      // Nothing was sent, so there is nothing to track.
      if (error.data.planRefused) return way(t("back"), onBack);
      return way(t("error.track"), () => replace({ name: "track", id }));
    case "sending_blocked":
      return <ReviewButton />;
    case "questions_open":
      return way(t("questions.show"), onShowQuestions);
    case "approved_for_other":
    case "sending_goes_on":
    case "already_reported":
      return way(t("error.track"), () => replace({ name: "track", id }));
    case "token_ends":
    case "token_refused":
      return way(t("error.replaceToken"), () => go({ name: "settings", section: "secrets" }));
    case "approver_missing":
      return way(t("error.settings"), () => go({ name: "settings", section: "profile" }));
    case "renewal_failed":
    case "secret_missing":
    case "wallet_missing":
    case "secrets_elsewhere":
    case "account_differs":
      return way(t("error.settings"), () => go({ name: "settings", section: "secrets" }));
    case "keychain_absent":
    case "keychain_locked":
    case "keychain_refused":
    case "locked":
      return way(t("error.unlock"), onUnlock);
    default:
      return way(t("error.retry"), onRetry);
  }
}
