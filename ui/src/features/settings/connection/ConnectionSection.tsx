/** The connection: trusted certificates, extra fields and, collapsed, timeouts. */
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button, Switch } from "@mantine/core";
import { IconCircleDashed, IconClockExclamation, IconShieldCheck } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckedCalls, ErrorPanel, FieldError, Fold, Pill, type StateStyle } from "../../../components";
import { type CheckedCallView, ipc, type SettingsView } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { useCall } from "../../../lib/useCall";
import { keys, queryClient } from "../../../query";
import { ProfileField } from "../fields/ProfileField";
import { Saved } from "../fields/Saved";
import { type SavedProfile, useProfile } from "../fields/useProfile";
import { useSaved } from "../fields/useSaved";
import classes from "../Settings.module.css";
import { ExtraFields } from "./ExtraFields";
import { hostOf, useServiceChange } from "./useServiceChange";

const TRUSTED: StateStyle = { icon: IconShieldCheck, tone: "paid" };
const ENDED: StateStyle = { icon: IconClockExclamation, tone: "attention" };
const NOT_SET: StateStyle = { icon: IconCircleDashed, tone: "plain", outlined: true };

export function ConnectionSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const profile = useProfile(settings);
  return (
    <section className={classes.section} data-section="connection">
      <h2 className={classes.heading}>{t("section.connection")}</h2>
      <p className={classes.lead}>{t("connection.lead")}</p>
      {profile.failure !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={profile.failure} onClose={profile.forget} />
        </div>
      )}
      <div className={classes.card}>
        <Certificate settings={settings} />
        <Toggle
          name="recipientExtras"
          title={t("connection.extras")}
          hint={t("connection.extrasHint")}
          settings={settings}
          profile={profile}
        />
        <ExtraFields settings={settings} />
        <Toggle
          name="sendCallbackCode"
          title={t("connection.callbackCode")}
          hint={t("connection.callbackCodeHint")}
          settings={settings}
          profile={profile}
        />
      </div>
      {settings.mode === "live" ? <Calls /> : null}
      <Advanced settings={settings} profile={profile} />
    </section>
  );
}

/** Tests every call of the provider that moves no money. */
function Calls(): ReactNode {
  const { t } = useTranslation("settings");
  const { isBusy, error, run, forget } = useCall();
  const [calls, setCalls] = useState<readonly CheckedCallView[] | null>(null);
  const check = () => run(async () => setCalls(await ipc.checkConnected(false)));
  return (
    <div className={classes.card}>
      <div className={classes.row} data-testid="settings-calls">
        <div className={classes.rowHead}>
          <div className={classes.rowText}>
            <h3 className={classes.rowTitle}>{t("calls.title")}</h3>
            <p className={classes.rowBody}>{t("calls.body")}</p>
          </div>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => void check()}
            data-testid="settings-check-calls"
          >
            {t("calls.check")}
          </Button>
        </div>
        {error === null ? null : (
          <div className={classes.replaceFailed}>
            <ErrorPanel error={error} onClose={forget} />
          </div>
        )}
        {calls === null ? null : <CheckedCalls calls={calls} />}
      </div>
    </div>
  );
}

function Certificate({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const roots = settings.extraRoots;
  const service = useServiceChange(settings);
  const host = hostOf(settings.profile.baseUrl);
  const { isBusy, error, run, forget } = useCall();
  const change = (ask: () => Promise<SettingsView | null>) =>
    run(async () => {
      const changed = await ask();
      if (changed === null) return;
      queryClient.setQueryData(keys.settings, changed);
      void queryClient.invalidateQueries({ queryKey: keys.session });
    });
  const choose = async () => {
    const file = await ipc.chooseFile("certificate");
    if (file === null || !(await service.ask({ kind: "trusted", host, file: file.name }))) return null;
    return ipc.trustCertificate(file.handle);
  };
  const remove = async () =>
    (await service.ask({ kind: "untrusted", host })) ? ipc.changeSettings({ kind: "trust_no_certificate" }) : null;
  const isEnded = roots.some((root) => root.isExpired);
  const stateStyle = roots.length === 0 ? NOT_SET : isEnded ? ENDED : TRUSTED;
  const word = roots.length === 0 ? t("connection.notSet") : t(isEnded ? "connection.ended" : "connection.trusted");
  const refusal = error?.code === "certificate_refused" ? error.data.reason : undefined;
  return (
    <div className={classes.row} data-testid="settings-certificate">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t("connection.root")}</h3>
          {roots.length === 0 && <p className={classes.rowBody}>{t("connection.rootNone")}</p>}
          {roots.map(({ subject, expiresAt, isExpired }) => (
            <p key={`${subject} ${expiresAt}`} className={`${classes.rowBody} selectable`}>
              {t(isExpired ? "connection.rootExpired" : "connection.rootSubject", {
                subject,
                when: formatDay(expiresAt),
              })}
            </p>
          ))}
        </div>
        <span className={classes.pill}>
          <Pill stateStyle={stateStyle} word={word} />
        </span>
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => void change(choose)}
          data-testid="settings-choose-certificate"
        >
          {t(roots.length === 0 ? "connection.choose" : "connection.chooseOther")}
        </Button>
        {roots.length > 0 && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => void change(remove)}
            data-testid="settings-remove-certificate"
          >
            {t("connection.remove")}
          </Button>
        )}
      </div>
      {refusal !== undefined && (
        <div className={classes.fault} role="alert">
          <FieldError>{t(`connection.refused.${refusal}`)}</FieldError>
        </div>
      )}
      {error !== null && refusal === undefined && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={forget} />
        </div>
      )}
      {service.dialog}
    </div>
  );
}

type ToggleProps = {
  name: "recipientExtras" | "sendCallbackCode" | "chargeSendAmount" | "verifyNames";
  title: string;
  hint: string;
  settings: SettingsView;
  profile: SavedProfile;
};

/** A boolean setting of the profile. */
export function Toggle({ name, title, hint, settings, profile }: ToggleProps) {
  const [saved, showSaved] = useSaved();
  const hintId = useId();
  const change = async (on: boolean) => {
    if ((await profile.change({ [name]: on })) === null) showSaved();
  };
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{title}</h3>
          <p className={classes.rowBody} id={hintId}>
            {hint}
          </p>
        </div>
        {saved && <Saved />}
        <Switch
          aria-label={title}
          aria-describedby={hintId}
          checked={settings.profile[name]}
          onChange={(event) => void change(event.currentTarget.checked)}
          data-testid={`settings-${name}`}
        />
      </div>
    </div>
  );
}

/** Differences of the provider's calls. */
const PATHS = ["payoutStatusPath", "payoutListPath", "balancePath", "chargePath", "chargeEmailField"] as const;

/** Rarely changed. */
function Advanced({ settings, profile }: { settings: SettingsView; profile: SavedProfile }): ReactNode {
  const { t } = useTranslation("settings");
  const { field } = profile;
  return (
    <div className={classes.folded}>
      <Fold show={t("connection.showAdvanced")} hide={t("connection.hideAdvanced")} testid="settings-advanced">
        <div className={classes.grid}>
          <ProfileField
            {...field("connectTimeoutS")}
            label={t("connection.connectTimeoutS")}
            hint={t("connection.connectTimeoutSHint")}
            unit={t("unit.seconds")}
          />
          <ProfileField
            {...field("submitTimeoutS")}
            label={t("connection.submitTimeoutS")}
            hint={t("connection.submitTimeoutSHint")}
            unit={t("unit.seconds")}
          />
          <ProfileField
            {...field("readTimeoutS")}
            label={t("connection.readTimeoutS")}
            hint={t("connection.readTimeoutSHint")}
            unit={t("unit.seconds")}
          />
          <ProfileField
            {...field("namesAtOnce")}
            label={t("connection.namesAtOnce")}
            hint={t("connection.namesAtOnceHint")}
            unit={t("unit.accounts")}
          />
          <ProfileField
            {...field("tokenPrefix")}
            label={t("connection.tokenPrefix")}
            hint={t("connection.tokenPrefixHint")}
          />
          <ProfileField
            {...field("overdueAfterMin")}
            label={t("connection.overdueAfterMin")}
            hint={t("connection.overdueAfterMinHint")}
            unit={t("unit.minutes")}
          />
          {PATHS.map((name) => (
            <div key={name} className={classes.wide}>
              <ProfileField {...field(name)} label={t(`connection.${name}`)} hint={t(`connection.${name}Hint`)} />
            </div>
          ))}
        </div>
        <div className={classes.card}>
          <Toggle
            name="chargeSendAmount"
            title={t("connection.chargeSendAmount")}
            hint={t("connection.chargeSendAmountHint")}
            settings={settings}
            profile={profile}
          />
        </div>
      </Fold>
    </div>
  );
}
