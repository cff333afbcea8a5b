/**
 * Fields that a destination requires of everyone in its country, such as the sender's name: a name, and a fixed value
 * or a column of the file.
 */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox, ErrorPanel, FieldError } from "../../../components";
import type { DeskError, ExtraField, Field, SettingsView } from "../../../ipc";
import { COUNTRY_CODES } from "../../../lib/currency/countries";
import { useProfile } from "../fields/useProfile";
import classes from "../Settings.module.css";

/** Columns that may be the source of a value: none determines a payment. */
const COLUMNS = ["name", "employee_id", "reference", "email", "phone"] as const satisfies readonly Field[];
const EMPTY: ExtraField = { country: "KE", name: "", value: "", column: null, isRequired: true };

export function ExtraFields({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation(["settings", "approve"]);
  const { change, failure, forget } = useProfile(settings);
  const [isAdding, setAdding] = useState(false);
  const { extraFields } = settings.profile;
  return (
    <div className={classes.row} data-testid="settings-extra-fields">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t("extraFields.title")}</h3>
          <p className={classes.rowBody}>{t("extraFields.body")}</p>
        </div>
        <Button size="xs" variant="default" onClick={() => setAdding(!isAdding)} data-testid="extra-field-add">
          {t(isAdding ? "secrets.cancel" : "extraFields.add")}
        </Button>
      </div>
      {failure !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={failure} onClose={forget} />
        </div>
      )}
      {isAdding && (
        <AddField
          onAdd={async (field) => {
            const refused = await change((profile) => ({ extraFields: [...profile.extraFields, field] }));
            if (refused === null) setAdding(false);
            return refused;
          }}
        />
      )}
      {extraFields.map((field) => (
        <div key={`${field.country} ${field.name}`} className={classes.extraField} data-testid="extra-field">
          <span>{t(`approve:country.${field.country}`)}</span>
          <code>{field.name}</code>
          <span className={classes.grow}>
            <ValueOf field={field} />
          </span>
          <Button
            size="xs"
            variant="subtle"
            data-danger
            leftSection={<IconTrash size={14} stroke={1.75} />}
            onClick={() =>
              void change((profile) => ({
                extraFields: profile.extraFields.filter(
                  ({ country, name }) => country !== field.country || name !== field.name,
                ),
              }))
            }
            data-testid={`extra-field-remove-${field.name}`}
          >
            {t("extraFields.remove")}
          </Button>
        </div>
      ))}
    </div>
  );
}

/** "Email from the file, required" */
function ValueOf({ field: { column, value, isRequired } }: { field: ExtraField }): ReactNode {
  const { t } = useTranslation(["settings", "approve"]);
  if (column === null) return value;
  const from = t("extraFields.from", { column: t(`approve:field.${column}`) });
  if (value !== "") return t("extraFields.fromOr", { from, value });
  return isRequired ? t("extraFields.fromRequired", { from }) : from;
}

type Adding = { onAdd: (field: ExtraField) => Promise<DeskError | null> };

function AddField({ onAdd }: Adding): ReactNode {
  const { t } = useTranslation(["settings", "approve"]);
  const [field, setField] = useState<ExtraField>(EMPTY);
  const [isRefused, setRefused] = useState(false);
  const set = (part: Partial<ExtraField>): void => {
    setRefused(false);
    setField({ ...field, ...part });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const refused = await onAdd({ ...field, name: field.name.trim() });
    setRefused(refused?.code === "value_invalid");
  };
  return (
    <form className={classes.wallet} onSubmit={(event) => void submit(event)} noValidate>
      <NativeSelect
        label={t("extraFields.country")}
        value={field.country}
        data={COUNTRY_CODES.map((code) => ({ value: code, label: t(`approve:country.${code}`) }))}
        onChange={(event) => set({ country: COUNTRY_CODES.find((code) => code === event.currentTarget.value) ?? "KE" })}
        data-testid="extra-field-country"
      />
      <TextInput
        label={t("extraFields.name")}
        placeholder="x_sender_name"
        value={field.name}
        error={isRefused ? <FieldError>{t("extraFields.need")}</FieldError> : undefined}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-testid="extra-field-name"
      />
      <NativeSelect
        label={t("extraFields.column")}
        value={field.column ?? ""}
        data={[
          { value: "", label: t("extraFields.same") },
          ...COLUMNS.map((column) => ({ value: column, label: t(`approve:field.${column}`) })),
        ]}
        onChange={(event) => set({ column: COLUMNS.find((column) => column === event.currentTarget.value) ?? null })}
        data-testid="extra-field-column"
      />
      <TextInput
        label={t(field.column === null ? "extraFields.value" : "extraFields.otherwise")}
        value={field.value}
        onChange={(event) => set({ value: event.currentTarget.value })}
        data-testid="extra-field-value"
      />
      {field.column !== null && field.value.trim() === "" && (
        <label className={classes.tick}>
          <Checkbox
            checked={field.isRequired}
            onChange={(event) => set({ isRequired: event.currentTarget.checked })}
            data-testid="extra-field-required"
          />
          {t("extraFields.required")}
        </label>
      )}
      <Button type="submit" data-testid="extra-field-save">
        {t("extraFields.save")}
      </Button>
    </form>
  );
}
