/** Outside the window: system notifications, and starting at login. */
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import { type BackgroundSettings, ipc, type SettingsView } from "../../ipc";
import { allMembers } from "../../lib/allMembers";
import { queryClient, settingsQuery } from "../../query";
import { Saved } from "./fields/Saved";
import { useSaved } from "./fields/useSaved";
import classes from "./Settings.module.css";

const NAMES = allMembers<keyof BackgroundSettings>({ notifications: true, startAtLogin: true });

export function NotificationsSection({ settings: { background } }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  return (
    <section className={classes.section} data-section="notifications">
      <h2 className={classes.heading}>{t("section.notifications")}</h2>
      <div className={classes.card}>
        {NAMES.map((name) => (
          <OnOff key={name} name={name} background={background} />
        ))}
      </div>
    </section>
  );
}

function OnOff({ name, background }: { name: keyof BackgroundSettings; background: BackgroundSettings }) {
  const { t } = useTranslation("settings");
  const [saved, showSaved] = useSaved();
  const [error, setError] = useState<unknown>(null);
  const save = async (isOn: boolean) => {
    setError(null);
    try {
      const changed = { ...background, [name]: isOn ? "on" : "off" };
      const settings = await ipc.changeSettings({ kind: "background", background: changed });
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      showSaved();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle} id={`settings-${name}`}>
            {t(`background.${name}`)}
          </h3>
          <p className={classes.rowBody}>{t(`background.${name}Hint`)}</p>
        </div>
        {saved && <Saved />}
        <Switch
          aria-labelledby={`settings-${name}`}
          checked={background[name] === "on"}
          onChange={({ currentTarget }) => void save(currentTarget.checked)}
          data-testid={`settings-${name}`}
        />
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={() => setError(null)} />
        </div>
      )}
    </div>
  );
}
