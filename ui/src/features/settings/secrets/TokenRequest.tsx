/** The service's token request: off, or its path and three field names, with key and secret in the keychain. */
import { Button, TextInput } from "@mantine/core";
import { IconCircleDashed, IconRefresh } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError, Pill, type StateStyle } from "../../../components";
import type { DeskError, RenewalSettings, Setting, SettingsView } from "../../../ipc";
import { ProfileField } from "../fields/ProfileField";
import { useProfile } from "../fields/useProfile";
import classes from "../Settings.module.css";

const ON: StateStyle = { icon: IconRefresh, tone: "paid" };
const OFF: StateStyle = { icon: IconCircleDashed, tone: "plain", outlined: true };

const FIELDS = ["path", "tokenAt", "keyField", "secretField"] as const satisfies readonly (keyof RenewalSettings)[];
type Field = (typeof FIELDS)[number];
/** The usual names; the path differs by service. */
const AT_FIRST: RenewalSettings = { path: "", keyField: "apiKey", secretField: "secret", tokenAt: "token" };

/** The field that the desk refused. */
const REFUSED: Readonly<Partial<Record<Setting, Field>>> = {
  renewal_path: "path",
  renewal_key_field: "keyField",
  renewal_secret_field: "secretField",
  renewal_token_at: "tokenAt",
};

const refusedField = (error: DeskError): Field | undefined =>
  error.code === "value_invalid" ? REFUSED[error.data.field] : undefined;

export function TokenRequest({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const [isSettingUp, setSettingUp] = useState(false);
  const profile = useProfile(settings);
  const { renewal } = settings.profile;
  const isOn = renewal !== null;
  return (
    <div className={classes.row} data-testid="settings-renewal">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t("secrets.renewal")}</h3>
          <p className={classes.rowBody}>{t(isOn ? "secrets.renewalOn" : "secrets.renewalOff")}</p>
        </div>
        <span className={classes.pill}>
          <Pill stateStyle={isOn ? ON : OFF} word={t(isOn ? "secrets.renewalOnLabel" : "secrets.notSet")} />
        </span>
        {isOn ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void profile.change({ renewal: null })}
            data-testid="settings-renewal-off"
          >
            {t("secrets.renewalTurnOff")}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            onClick={() => setSettingUp(!isSettingUp)}
            data-testid="settings-renewal-set-up"
          >
            {t(isSettingUp ? "secrets.cancel" : "secrets.setUp")}
          </Button>
        )}
      </div>
      {profile.failure !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={profile.failure} onClose={profile.forget} />
        </div>
      )}
      {isOn && <InUse renewal={renewal} change={profile.change} />}
      {!isOn && isSettingUp && <SetUp change={profile.change} onDone={() => setSettingUp(false)} />}
    </div>
  );
}

type Change = ReturnType<typeof useProfile>["change"];

function InUse({ renewal, change }: { renewal: RenewalSettings; change: Change }) {
  const { t } = useTranslation("settings");
  const save = async (name: Field, text: string): Promise<string | undefined> => {
    const error = await change({ renewal: { ...renewal, [name]: text } });
    return error === null ? undefined : t(`secrets.needRenewal.${name}`);
  };
  return (
    <div className={classes.grid}>
      {FIELDS.map((name) => (
        <ProfileField
          key={name}
          name={`renewal-${name}`}
          label={t(`secrets.${name}`)}
          value={renewal[name]}
          onSave={(text) => save(name, text)}
        />
      ))}
    </div>
  );
}

/** The service is not called before all four are filled and valid. */
function SetUp({ change, onDone }: { change: Change; onDone: () => void }) {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState(AT_FIRST);
  const [wrong, setWrong] = useState<Field | undefined>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = Object.fromEntries(FIELDS.map((name) => [name, typed[name].trim()])) as RenewalSettings;
    const error = await change({ renewal: trimmed });
    if (error === null) return onDone();
    setWrong(refusedField(error));
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <p className={classes.formLead}>{t("secrets.renewalLead")}</p>
      <div className={classes.grid}>
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            label={t(`secrets.${name}`)}
            value={typed[name]}
            onChange={(event) => {
              setTyped({ ...typed, [name]: event.currentTarget.value });
              if (wrong === name) setWrong(undefined);
            }}
            inputWrapperOrder={["label", "input", "error", "description"]}
            {...(name === "path" || name === "tokenAt" ? { description: t(`secrets.${name}Hint`) } : {})}
            error={wrong === name ? <FieldError>{t(`secrets.needRenewal.${name}`)}</FieldError> : undefined}
            autoFocus={name === "path"}
            autoComplete="off"
            spellCheck={false}
            data-testid={`settings-renewal-${name}`}
          />
        ))}
      </div>
      <div className={classes.formEnd}>
        <Button type="submit" size="xs" data-testid="settings-renewal-on">
          {t("secrets.renewalTurnOn")}
        </Button>
      </div>
    </form>
  );
}
