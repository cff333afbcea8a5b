/** One value for many rows: the column, and the new value. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../../components";
import type { Country, Field } from "../../../ipc";
import { BankPicker } from "../banks/BankPicker";
import classes from "../Check.module.css";
import { useWords } from "../words";

/** Fields that many people may share. Accounts are unique. */
const FILLED = ["narration", "amount", "bank_code", "currency", "country"] as const satisfies readonly Field[];
type Filled = (typeof FILLED)[number];

interface Props {
  /** The country whose banks are offered. */
  readonly country: Country;
  /** Number of rows. */
  readonly count: number;
  /** Which rows they are, as text. */
  readonly note: string;
  readonly onClose: () => void;
  readonly onFill: (field: Filled, value: string) => void;
}

export function FillDialog(props: Props) {
  const t = useWords();
  return (
    <Dialog opened onClose={props.onClose} title={t("fill.title", { count: props.count })} size={480}>
      <Fill {...props} />
    </Dialog>
  );
}

function Fill({ country, count, note, onClose, onFill }: Props) {
  const t = useWords();
  const [field, setField] = useState<Filled>("narration");
  const [value, setValue] = useState("");
  const [bank, setBank] = useState<string>();
  const choose = (chosen: Filled) => {
    setField(chosen);
    setValue("");
    setBank(undefined);
  };
  const fill = () => {
    onFill(field, value);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        fill();
      }}
    >
      <label className={classes.fillLabel}>
        {t("fill.column")}
        <select
          className={classes.select}
          value={field}
          onChange={({ currentTarget }) => choose(FILLED.find((known) => known === currentTarget.value) ?? "narration")}
          data-testid="fill-field"
        >
          {FILLED.map((name) => (
            <option key={name} value={name}>
              {t(`fill.field.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {field === "bank_code" ? (
        <BankPicker
          country={country}
          suggested={null}
          fileText=""
          {...(bank === undefined ? {} : { placeholder: bank })}
          onChoose={({ code, name }) => {
            setValue(code);
            setBank(name);
          }}
        />
      ) : (
        <TextInput
          label={t("fill.value")}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          data-autofocus
          spellCheck={false}
          data-testid="fill-value"
        />
      )}
      <p className={classes.dialogNote}>{note}</p>
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t("panel.cancel")}
        </Button>
        <Button type="submit" disabled={field === "bank_code" && value === ""} data-testid="fill-keep">
          {t("fill.keep", { count })}
        </Button>
      </div>
    </form>
  );
}
