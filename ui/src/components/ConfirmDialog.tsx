/**
 * Confirms an action that cannot be undone. The button names the action, its subject and the amount, never "OK". An
 * error is shown in the dialog.
 */
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../lib/useCall";
import classes from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";
import { DialogFoot } from "./DialogFoot";
import { ErrorPanel } from "./ErrorPanel";

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Names the subject and the amount: "Pay 311 people ₦45,120,300.00". */
  confirm: ReactNode;
  /** The effect of declining; "Cancel" if there is none. */
  decline?: string;
  /** The dialog closes when the promise resolves. */
  onConfirm: () => Promise<unknown>;
  /** Destructive: the button does not have the brand's colour. */
  danger?: boolean;
  /** An input is still missing. */
  isIncomplete?: boolean;
  /** The missing input. Empty if there is none: the buttons keep their position. */
  missing?: string;
};

export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirm,
  decline,
  onConfirm,
  danger = false,
  isIncomplete = false,
  missing,
}: Props) {
  const { t } = useTranslation("frame");
  const missingId = useId();
  const { isBusy, error, run, forget } = useCall();
  const close = () => {
    if (isBusy) return;
    forget();
    onClose();
  };
  const confirmed = async () => {
    await onConfirm();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title} size={480}>
      <div className={classes.body}>{children}</div>
      {error !== null && (
        <div className={classes.error}>
          <ErrorPanel error={error} />
        </div>
      )}
      <DialogFoot>
        {missing === undefined ? null : (
          <p id={missingId} className={classes.missing}>
            {missing}
          </p>
        )}
        <Button variant="default" onClick={close} disabled={isBusy} data-autofocus={danger || undefined}>
          {decline ?? t("cancel")}
        </Button>
        <Button
          variant={danger ? "default" : "filled"}
          data-danger={danger || undefined}
          onClick={() => void run(confirmed)}
          loading={isBusy}
          disabled={isIncomplete}
          aria-describedby={missing === undefined ? undefined : missingId}
          data-testid="confirm"
        >
          {confirm}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
