// What goes into the journal: for which program, in which detail, by which date. Nothing is booked that is still open.

import "@mantine/core/styles/Combobox.layer.css";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, FieldError, Radio, Waiting } from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import type { JournalDetail, JournalOptions, JournalView } from "../../ipc";
import { formatDay } from "../../lib/dates";
import { everyOf } from "../../lib/everyOf";
import { useJournal } from "../../query";
import classes from "./Journal.module.css";
import { Summary } from "./Summary";
import { useJournalExport } from "./useJournalExport";

const DETAILS = everyOf<JournalDetail>({ account: true, person: true });

type Props = { id: number; onClose: () => void };

export function JournalDialog({ id, onClose }: Props): ReactNode {
  const { t } = useTranslation("journal");
  const journal = useJournal(id);
  if (journal.data === undefined) return <Waiting query={journal} label={t("loading")} rows={4} columns={2} />;
  return <Form id={id} view={journal.data} onClose={onClose} />;
}

function Form({ id, view, onClose }: Props & { view: JournalView }): ReactNode {
  const { t } = useTranslation(["journal", "frame"]);
  const [options, setOptions] = useState<JournalOptions>(() => optionsOf(view));
  const { run, isBusy, error } = useJournalExport(id, onClose);
  const own = view.currencies.find(({ currency }) => currency === options.currency);
  const isDateWrong = error?.code === "value_invalid";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(options);
  };
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate data-testid="journal">
      <Choices view={view} options={options} onChange={(change) => setOptions({ ...options, ...change })} />
      <TextInput
        type="date"
        className={classes.date}
        label={t("date")}
        // The web view writes the date in an order of its own; so it is written as everywhere else, too.
        description={options.date === "" ? undefined : formatDay(`${options.date}T12:00`)}
        inputWrapperOrder={["label", "input", "error", "description"]}
        value={options.date}
        onChange={(event) => setOptions({ ...options, date: event.currentTarget.value })}
        error={isDateWrong ? <FieldError>{t("dateNeed")}</FieldError> : undefined}
        data-testid="journal-date"
      />
      {own === undefined ? null : <Summary view={view} options={options} own={own} />}
      {error === null || isDateWrong ? null : <ErrorPanel error={error} />}
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t("frame:cancel")}
        </Button>
        <Button type="submit" loading={isBusy} disabled={own?.paid.count === 0} data-testid="journal-save">
          {t("save")}
        </Button>
      </DialogFoot>
    </form>
  );
}

function optionsOf({ settings, currencies, date }: JournalView): JournalOptions {
  return {
    preset: settings.preset,
    detail: settings.detail,
    currency: currencies[0]?.currency ?? "NGN",
    date,
  };
}

type ChoicesProps = {
  view: JournalView;
  options: JournalOptions;
  onChange: (change: Partial<JournalOptions>) => void;
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
          if (chosen !== undefined) onChange({ preset: chosen.preset });
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
            if (chosen !== undefined) onChange({ currency: chosen });
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
