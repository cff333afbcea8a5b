/** Token and lock: set, replaced, deleted, never shown. A typed value is sent once, and its field is cleared. */
import { Button } from "@mantine/core";
import { IconCircleDashed, IconKey } from "@tabler/icons-react";
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError, Pill, RevealInput, type StateStyle, useToast } from "../../../components";
import { useTimeLeft, useTokenLife } from "../../../session/token";
import { ipc, type SecretName, type SettingsView } from "../../../ipc";
import { ProfileField } from "../fields/ProfileField";
import { useProfile } from "../fields/useProfile";
import { ProfileKey } from "../key/ProfileKey";
import classes from "../Settings.module.css";
import { TokenRequest } from "./TokenRequest";
import { cacheSettings } from "./WalletForm";
import { Wallets } from "./Wallets";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../components/ConfirmDialog")).ConfirmDialog,
}));

const SET: StateStyle = { icon: IconKey, tone: "paid" };
const NOT_SET: StateStyle = { icon: IconCircleDashed, tone: "plain", outlined: true };

const WORDS = {
  token: {
    title: "secrets.token",
    body: "secrets.tokenBody",
    new: "secrets.newToken",
    replace: "secrets.replaceToken",
    forget: "secrets.forgetToken",
  },
  lock: {
    title: "secrets.lock",
    body: "secrets.lockBody",
    new: "secrets.newLock",
    replace: "secrets.replaceLock",
    forget: "secrets.forgetLock",
  },
  renewal_key: {
    title: "secrets.renewalKey",
    body: "secrets.renewalKeyBody",
    new: "secrets.newRenewalKey",
    replace: "secrets.replaceRenewalKey",
    forget: "secrets.forgetRenewalKey",
  },
  renewal_secret: {
    title: "secrets.renewalSecret",
    body: "secrets.renewalSecretBody",
    new: "secrets.newRenewalSecret",
    replace: "secrets.replaceRenewalSecret",
    forget: "secrets.forgetRenewalSecret",
  },
} as const satisfies Record<SecretName, Record<string, string>>;

export function SecretsSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const practice = settings.mode === "practice";
  // A stored key can be deleted after the token request is turned off.
  const hasRequest =
    !practice && (settings.profile.renewal !== null || settings.renewalKeySet || settings.renewalSecretSet);
  return (
    <section className={classes.section} data-section="secrets">
      <h2 className={classes.heading}>{t("section.secrets")}</h2>
      <p className={classes.lead}>{practice ? t("secrets.practice") : t("secrets.lead")}</p>
      <div className={classes.card}>
        <Secret name="token" set={settings.tokenSet} readOnly={practice} />
        <Secret name="lock" set={settings.lockSet} readOnly={practice} />
        {!practice && <Wallets settings={settings} />}
        {!practice && <TokenRequest settings={settings} />}
        {hasRequest && <Secret name="renewal_key" set={settings.renewalKeySet} readOnly={false} />}
        {hasRequest && <Secret name="renewal_secret" set={settings.renewalSecretSet} readOnly={false} />}
      </div>
      {!practice && <ProfileKey />}
      {!practice && <LockAfter settings={settings} />}
    </section>
  );
}

function LockAfter({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const { failure, forget, field } = useProfile(settings);
  return (
    <>
      <div className={classes.grid}>
        <ProfileField
          {...field("lockAfterMin")}
          label={t("secrets.lockAfterMin")}
          hint={t("secrets.lockAfterMinHint")}
          unit={t("unit.minutes")}
        />
      </div>
      {failure !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={failure} onClose={forget} />
        </div>
      )}
    </>
  );
}

/** "Good for 1 h 42 min.", if the token contains its expiry and the desk is unlocked. */
function TokenGoodFor() {
  const { t } = useTranslation("token");
  const left = useTimeLeft();
  const life = useTokenLife();
  if (life.kind === "unknown") return null;
  const words = life.kind === "ended" ? `${t("ended")}.` : t("goodFor", { time: left(life.minutes) });
  return (
    <span className={classes.life} data-kind={life.kind} data-testid="settings-token-life">
      {" "}
      {words}
    </span>
  );
}

function Secret({ name, set, readOnly }: { name: SecretName; set: boolean; readOnly: boolean }) {
  const { t } = useTranslation("settings");
  const [replacing, setReplacing] = useState(false);
  const [forgetting, setForgetting] = useState(false);
  const toast = useToast();
  const words = WORDS[name];
  return (
    <div className={classes.row} data-testid={`settings-secret-${name}`}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t(words.title)}</h3>
          <p className={classes.rowBody}>
            {t(words.body)}
            {name === "token" && <TokenGoodFor />}
          </p>
        </div>
        <span className={classes.pill}>
          <Pill stateStyle={set ? SET : NOT_SET} word={set ? t("secrets.set") : t("secrets.notSet")} />
        </span>
        {!readOnly && (
          <Button
            size="xs"
            variant="default"
            onClick={() => setReplacing(!replacing)}
            data-testid={`settings-replace-${name}`}
          >
            {replacing ? t("secrets.cancel") : set ? t("secrets.replace") : t("secrets.setUp")}
          </Button>
        )}
        {!readOnly && set && !replacing && (
          <Button
            size="xs"
            variant="subtle"
            data-danger
            onClick={() => setForgetting(true)}
            data-testid={`settings-forget-${name}`}
          >
            {t("secrets.forget")}
          </Button>
        )}
      </div>
      {replacing && (
        <Replace
          name={name}
          onDone={(settings) => {
            cacheSettings(settings);
            setReplacing(false);
            toast(t("secrets.replaced"));
          }}
        />
      )}
      {forgetting && (
        <Suspense>
          <ConfirmDialog
            opened
            danger
            onClose={() => setForgetting(false)}
            title={t(`${words.forget}.title`)}
            confirm={t(`${words.forget}.confirm`)}
            onConfirm={async () => {
              cacheSettings(await ipc.changeSettings({ kind: "forget_secret", name }));
              toast(t("secrets.forgotten"));
            }}
          >
            {t(`${words.forget}.body`)}
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}

/** The field is uncontrolled: its text is read once, sent, and wiped. */
function Replace({ name, onDone }: { name: SecretName; onDone: (settings: SettingsView) => void }) {
  const { t } = useTranslation("settings");
  const field = useRef<HTMLInputElement>(null);
  const [empty, setEmpty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const words = WORDS[name];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || busy) return;
    setEmpty(input.value === "");
    if (input.value === "") return input.focus();
    setBusy(true);
    setError(null);
    const replacing = ipc.replaceSecret(name, input.value);
    input.value = "";
    try {
      onDone(await replacing);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <div className={classes.replace}>
        <RevealInput
          ref={field}
          label={t(words.new)}
          autoFocus
          error={empty ? <FieldError>{t("secrets.need")}</FieldError> : undefined}
          onChange={() => setEmpty(false)}
          testid={`settings-new-${name}`}
        />
        <Button type="submit" loading={busy} data-testid={`settings-save-${name}`}>
          {t(words.replace)}
        </Button>
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} />
        </div>
      )}
    </form>
  );
}
