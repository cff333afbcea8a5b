// The options of the journal: program, level of detail, date. Open payments are not booked.

import "@mantine/core/styles/Combobox.layer.css";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, FieldError, Radio, Waiting } from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import type { JournalDetail, JournalOptions, JournalScope, JournalView } from "../../ipc";
import { allMembers } from "../../lib/allMembers";
import { formatDay } from "../../lib/time/dates";
import { useJournal } from "../../query";
import classes from "./Journal.module.css";
import { proposedScope, Scope } from "./Scope";
import { Summary } from "./Summary";
import { useJournalExport } from "./useJournalExport";

const DETAILS = allMembers<JournalDetail>({ account: true, person: true });

type Props = { id: number; onClose: () => void };
/** Until the user chooses, the proposed scope applies: it depends on program and currency. */
type Choice = Omit<JournalOptions, "scope"> & { scope: JournalScope | null };

export function JournalDialog({ id, onClose }: Props): ReactNode {
  const { t } = useTranslation("journal");
  const journal = useJournal(id);
  if (journal.data === undefined) return <Waiting query={journal} label={t("loading")} rows={4} columns={2} />;
  return <Form id={id} view={journal.data} onClose={onClose} />;
}

function Form({ id, view, onClose }: Props & { view: JournalView }): ReactNode {
  const { t } = useTranslation(["journal", "frame"]);
  const [choice, setChoice] = useState<Choice>(() => choiceOf(view));
  const { run, isBusy, error } = useJournalExport(id, onClose);
  const earlier = view.earlier.find(({ preset, currency }) => preset === choice.preset && currency === choice.currency);
  const options: JournalOptions = { ...choice, scope: choice.scope ?? proposedScope(earlier) };
  const all = view.currencies.find(({ currency }) => currency === options.currency);
  const own = options.scope === "new" ? earlier?.new : all;
  const isEmpty = own?.paid.count === 0 && own.reversed.count === 0 && own.fees.count === 0;
  const emptyId = useId();
  const isDateWrong = error?.code === "value_invalid" && error.data.field === "journal_date";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(options);
  };
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate data-testid="journal">
      <Choices view={view} options={options} onChange={(change) => setChoice({ ...choice, ...change })} />
      {earlier === undefined ? (
        isEmpty ? null : (
          <p data-testid="journal-first">{t("first")}</p>
        )
      ) : (
        <Scope
          earlier={earlier}
          isEmpty={all?.paid.count === 0}
          scope={options.scope}
          onChange={(scope) => setChoice({ ...choice, scope })}
        />
      )}
      <TextInput
        type="date"
        className={classes.date}
        label={t("date")}
        // The web view formats the date in its own order, so it is repeated in the usual format.
        description={options.date === "" ? undefined : formatDay(`${options.date}T12:00`)}
        inputWrapperOrder={["label", "input", "error", "description"]}
        value={options.date}
        onChange={(event) => setChoice({ ...choice, date: event.currentTarget.value })}
        error={isDateWrong ? <FieldError>{t("dateNeed")}</FieldError> : undefined}
        data-testid="journal-date"
      />
      {own === undefined ? null : <Summary view={view} options={options} own={own} />}
      {error === null || isDateWrong ? null : <ErrorPanel error={error} />}
      <DialogFoot>
        <p className={classes.empty} id={emptyId} data-testid="journal-empty">
          {isEmpty ? t(options.scope === "new" ? "empty.new" : "empty.everything", { currency: options.currency }) : ""}
        </p>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t("frame:cancel")}
        </Button>
        <Button type="submit" loading={isBusy} disabled={isEmpty} aria-describedby={emptyId} data-testid="journal-save">
          {t("save")}
        </Button>
      </DialogFoot>
    </form>
  );
}

function choiceOf({ settings, currencies, date }: JournalView): Choice {
  return {
    preset: settings.preset,
    detail: settings.detail,
    scope: null,
    currency: currencies[0]?.currency ?? "NGN",
    date,
  };
}

type ChoicesProps = {
  view: JournalView;
  options: JournalOptions;
  onChange: (change: Partial<Choice>) => void;
};

function Choices({ view, options, onChange }: ChoicesProps): ReactNode {
  const { t } = useTranslation("journal");
  const currencies = view.currencies.map(({ currency }) => currency);
  return (
    <>
      <NativeSelect
        label={t("preset")}
        value={options.preset}
        data={view.presets.map(({ preset }) => ({ value: preset, label: t(`presets.${preset}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = view.presets.find(({ preset }) => preset === currentTarget.value);
          if (chosen !== undefined) onChange({ preset: chosen.preset, scope: null });
        }}
        data-autofocus
        data-testid="journal-preset"
      />
      {currencies.length > 1 ? (
        <NativeSelect
          label={t("currency")}
          description={t("currencyHint")}
          value={options.currency}
          data={currencies}
          onChange={({ currentTarget }) => {
            const chosen = currencies.find((currency) => currency === currentTarget.value);
            if (chosen !== undefined) onChange({ currency: chosen, scope: null });
          }}
          data-testid="journal-currency"
        />
      ) : null}
      <fieldset className={classes.choices}>
        <legend>{t("detail")}</legend>
        {DETAILS.map((detail) => (
          <Radio
            key={detail}
            name="journal-detail"
            checked={options.detail === detail}
            onChange={() => onChange({ detail })}
            data-testid={`journal-detail-${detail}`}
          >
            {t(`details.${detail}`)}
          </Radio>
        ))}
      </fieldset>
    </>
  );
}
