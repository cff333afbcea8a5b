// Before any fix, this payroll needs a name of its own, because a payroll of its name and period was paid, or a period,
// because neither its name nor its file names the month.

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { SkeletonRows } from "../../components";
import { asDeskError, type DeskError, type DraftView, ipc, type SettingsView } from "../../ipc";
import { useDraft, useSettings } from "../../query";
import classes from "./Approve.module.css";
import { ApproveError } from "./ApproveError";
import { NAME_LENGTH_MAX } from "./cheque/Cheque";
import { PeriodPicker } from "./cheque/PeriodPicker";
import { useChange } from "./useReview";

export function Rename({ id, error, onBack }: { id: number; error: DeskError; onBack: () => void }): ReactNode {
  const draft = useDraft(id);
  const settings = useSettings();
  if (draft.data === undefined || settings.data === undefined) return <SkeletonRows rows={4} />;
  return <RenameForm id={id} error={error} draft={draft.data} settings={settings.data} onBack={onBack} />;
}

type Props = { id: number; error: DeskError; draft: DraftView; settings: SettingsView; onBack: () => void };

function RenameForm({ id, error, draft, settings, onBack }: Props): ReactNode {
  const { t } = useTranslation("approve");
  const change = useChange(id);
  const [name, setName] = useState(draft.name);
  const [period, setPeriod] = useState(draft.period);
  const [isOpen, setOpen] = useState(false);
  const needsPeriod = draft.period === "";
  const isSame = period === "" || (name.trim() === draft.name && period === draft.period);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSame || name.trim() === "" || change.isPending) return;
    change.mutate({ name: name.trim(), period, senderName: settings.profile.senderName, instantQueue: true });
  };
  const shown = change.error === null ? error : asDeskError(change.error);
  return (
    <div className={classes.rename}>
      {needsPeriod && change.error === null ? null : (
        <ApproveError
          error={shown}
          id={id}
          onBack={onBack}
          onShowQuestions={() => undefined}
          onRetype={() => undefined}
          onUnlock={() => void ipc.changeSession("unlock")}
          onRetry={() => change.reset()}
        />
      )}
      <form className={classes.renameForm} onSubmit={submit}>
        <h2>{t(needsPeriod ? "error.whichMonth" : "error.rename")}</h2>
        {needsPeriod ? <p>{t("error.whichMonthText")}</p> : null}
        <TextInput
          autoFocus={!needsPeriod}
          label={t("error.name")}
          value={name}
          maxLength={NAME_LENGTH_MAX}
          onChange={(event) => setName(event.currentTarget.value)}
          data-testid="approve-name-input"
        />
        <div>
          <span className={classes.caption}>{t("error.period")}</span>
          <div>
            <PeriodPicker
              value={period}
              isOpen={isOpen}
              onOpen={setOpen}
              onSave={setPeriod}
              disabled={change.isPending}
            />
          </div>
        </div>
        <Button
          type="submit"
          disabled={isSame || name.trim() === ""}
          loading={change.isPending}
          data-testid="approve-rename"
        >
          {t(needsPeriod ? "error.goOnWithMonth" : "error.goOn")}
        </Button>
      </form>
    </div>
  );
}
