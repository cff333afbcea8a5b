/** Result notifications: the callback address, how it reaches this computer, and whether it works. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, SkeletonRows } from "../../../components";
import { asDeskError, type CallbackSetupView, ipc, type SettingsView } from "../../../ipc";
import { useCallbackSetup } from "../../../query";
import { ProfileField } from "../fields/ProfileField";
import { useProfile } from "../fields/useProfile";
import classes from "../Settings.module.css";
import { CallbackAddress } from "./CallbackAddress";
import { CallbackHelp, OwnAddress } from "./CallbackHelp";
import { CallbackTest } from "./CallbackTest";
import { refreshCallbacks } from "./refreshCallbacks";

export function CallbacksSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const setup = useCallbackSetup();
  return (
    <section className={classes.section} data-section="callbacks">
      <h2 className={classes.heading}>{t("section.callbacks")}</h2>
      <p className={classes.lead}>{t("callbacks.lead")}</p>
      {setup.error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={setup.error} onRetry={() => void setup.refetch()} />
        </div>
      )}
      {setup.isPending && <SkeletonRows rows={2} columns={2} height={56} />}
      {setup.data && <Setup settings={settings} setup={setup.data} />}
    </section>
  );
}

function Setup({ settings, setup }: { settings: SettingsView; setup: CallbackSetupView }) {
  const { t } = useTranslation("settings");
  const profile = useProfile(settings);
  // Until there is an address, the port is only used to generate one.
  const [chosen, setChosen] = useState<number | null>(null);
  const port = setup.port ?? chosen ?? setup.portDefault;
  return (
    <>
      <div className={classes.grid}>
        <div className={classes.wide}>
          <ProfileField
            {...profile.field("callbackPublic")}
            label={t("callbacks.public")}
            hint={t("callbacks.publicHint")}
          />
        </div>
        <Port setup={setup} port={port} onChosen={setChosen} />
      </div>
      <div className={classes.card}>
        <CallbackAddress setup={setup} port={port} hasPublic={settings.profile.callbackPublic !== ""} />
        {setup.port !== null && <CallbackTest lastArrivedAt={setup.lastArrivedAt} />}
      </div>
      <CallbackHelp forwardTo={setup.forwardTo ?? `http://127.0.0.1:${port}`} />
      <OwnAddress isSet={setup.port !== null} />
    </>
  );
}

type PortProps = { setup: CallbackSetupView; port: number; onChosen: (port: number) => void };

const PORT = /^\d{4,5}$/;
const PORT_LEAST = 1024;
const PORT_MOST = 65535;

function Port({ setup, port, onChosen }: PortProps) {
  const { t } = useTranslation("settings");
  const save = async (text: string): Promise<string | undefined> => {
    const next = Number(text);
    if (!PORT.test(text) || next < PORT_LEAST || next > PORT_MOST) return t("callbacks.portNeed");
    if (setup.port === null) {
      onChosen(next);
      return undefined;
    }
    try {
      await ipc.changeCallbacks({ kind: "port", port: next });
      await refreshCallbacks();
      return undefined;
    } catch (thrown) {
      const { code } = asDeskError(thrown);
      return t(code === "listener_unavailable" ? "callbacks.portInUse" : "callbacks.portNeed", { port: text });
    }
  };
  return (
    <ProfileField
      name="callbackPort"
      label={t("callbacks.port")}
      hint={t("callbacks.portHint")}
      value={String(port)}
      numeric
      onSave={save}
    />
  );
}
