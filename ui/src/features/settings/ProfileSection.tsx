/** The profile: what the service and the statements are told, and how payrolls are cut. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asDeskError, ipc, type ProfileSettings, type SettingsView } from "../../ipc";
import { ErrorPanel } from "../../components";
import { formatCount } from "../../lib/dates";
import { keys, queryClient } from "../../query";
import { ProfileField } from "./ProfileField";
import classes from "./Settings.module.css";

/** Fields without an own rule here are left to the desk. */
type Checked = "name" | "senderName" | "baseUrl" | "batchSize" | "approver";
const CHECKED: ReadonlySet<keyof ProfileSettings> = new Set<Checked>(["name", "senderName", "baseUrl", "batchSize", "approver"]);
const isChecked = (field: keyof ProfileSettings): field is Checked => CHECKED.has(field);

const ADDRESS = /^https?:\/\/\S+$/;
const WHOLE = /^\d{1,6}$/;

function fits(field: keyof ProfileSettings, text: string, { batchSizeMax }: SettingsView): boolean {
  if (field === "batchSize") return WHOLE.test(text) && Number(text) >= 1 && Number(text) <= batchSizeMax;
  if (field === "baseUrl") return ADDRESS.test(text);
  return !isChecked(field) || text !== "";
}

function withField(profile: ProfileSettings, field: keyof ProfileSettings, text: string): ProfileSettings {
  return field === "batchSize" ? { ...profile, batchSize: Number(text) } : { ...profile, [field]: text };
}

export function ProfileSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const [failure, setFailure] = useState<unknown>(null);
  const { profile, mode, batchSizeMax } = settings;
  const practice = mode === "practice";

  /** Answers what is wrong with the value, or nothing once it is kept. */
  const save = async (field: keyof ProfileSettings, text: string): Promise<string | undefined> => {
    const need = () => (isChecked(field) ? t(`profile.need.${field}`, { max: formatCount(batchSizeMax) }) : t("profile.need.refused"));
    if (!fits(field, text, settings)) return need();
    setFailure(null);
    try {
      queryClient.setQueryData(keys.settings, await ipc.saveProfile(withField(profile, field, text)));
      void queryClient.invalidateQueries({ queryKey: keys.session });
      return undefined;
    } catch (thrown) {
      const error = asDeskError(thrown);
      if (error.code === "address_invalid") return field === "callbackListen" ? t("profile.need.callbackListen") : t("profile.need.baseUrl");
      if (error.code === "value_invalid") return need();
      setFailure(error);
      return t("profile.need.refused");
    }
  };

  const field = (name: keyof ProfileSettings) => ({
    name,
    label: t(`profile.${name}`),
    value: String(profile[name]),
    onSave: (text: string) => save(name, text),
  });
  return (
    <section className={classes.section} data-section="profile">
      <h2 className={classes.heading}>{t("section.profile")}</h2>
      {failure !== null && <div className={classes.replaceFailed}><ErrorPanel error={failure} onClose={() => setFailure(null)} /></div>}
      <div className={classes.grid}>
        <ProfileField {...field("name")} readOnly={practice} />
        <ProfileField {...field("senderName")} />
        <div className={classes.wide}>
          <ProfileField {...field("baseUrl")} readOnly={practice} {...(practice ? { hint: t("profile.practiceAddress") } : {})} />
        </div>
        <ProfileField {...field("batchSize")} hint={t("profile.batchSizeHint", { max: formatCount(batchSizeMax) })} numeric />
        <ProfileField {...field("approver")} hint={t("profile.approverHint")} />
        {!practice && <ProfileField {...field("callbackListen")} hint={t("profile.callbackListenHint")} />}
        {!practice && <ProfileField {...field("tokenPrefix")} hint={t("profile.tokenPrefixHint")} />}
      </div>
    </section>
  );
}
