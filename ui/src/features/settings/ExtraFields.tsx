/** Fields that a destination requires of everybody in its country, such as the sender's name: a name and a value each. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError } from "../../components";
import type { DeskError, ExtraField, SettingsView } from "../../ipc";
import { COUNTRY_CODES } from "../../lib/countries";
import classes from "./Settings.module.css";
import { useProfile } from "./useProfile";

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
            const refused = await change({ extraFields: [...extraFields, field] });
            if (refused === null) setAdding(false);
            return refused;
          }}
        />
      )}
      {extraFields.map((field) => (
        <div key={`${field.country} ${field.name}`} className={classes.extraField} data-testid="extra-field">
          <span>{t(`approve:country.${field.country}`)}</span>
          <code>{field.name}</code>
          <span className={classes.grow}>{field.value}</span>
          <Button
            size="xs"
            variant="subtle"
            data-danger
            leftSection={<IconTrash size={14} stroke={1.75} />}
            onClick={() => void change({ extraFields: extraFields.filter((other) => other !== field) })}
            data-testid={`extra-field-remove-${field.name}`}
          >
            {t("extraFields.remove")}
          </Button>
        </div>
      ))}
    </div>
  );
}

type Adding = { onAdd: (field: ExtraField) => Promise<DeskError | null> };

function AddField({ onAdd }: Adding): ReactNode {
  const { t } = useTranslation(["settings", "approve"]);
  const [field, setField] = useState<ExtraField>({ country: "KE", name: "", value: "" });
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
      <TextInput
        label={t("extraFields.value")}
        value={field.value}
        onChange={(event) => set({ value: event.currentTarget.value })}
        data-testid="extra-field-value"
      />
      <Button type="submit" data-testid="extra-field-save">
        {t("extraFields.save")}
      </Button>
    </form>
  );
}
