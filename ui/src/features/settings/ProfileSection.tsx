/** The profile: what the service and the statements are told, and how payrolls are cut. */
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../ipc";
import { ErrorPanel } from "../../components";
import { formatCount } from "../../lib/dates";
import { Toggle } from "./ConnectionSection";
import { ProfileField } from "./ProfileField";
import classes from "./Settings.module.css";
import { isAddress, useProfile } from "./useProfile";
import { hostOf, isOtherService, useServiceChange } from "./useServiceChange";

export function ProfileSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation("settings");
  const profile = useProfile(settings);
  const { failure, forget, field } = profile;
  const service = useServiceChange(settings);
  const address = field("baseUrl");
  const saveAddress = async (text: string) => {
    const asks = isAddress(text) && isOtherService(text, address.value);
    if (asks && !(await service.ask({ kind: "address", host: hostOf(text) }))) return null;
    return address.onSave(text);
  };
  const practice = settings.mode === "practice";
  const most = formatCount(settings.limits.batchSize.most);
  return (
    <section className={classes.section} data-section="profile">
      <h2 className={classes.heading}>{t("section.profile")}</h2>
      {failure !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={failure} onClose={forget} />
        </div>
      )}
      <div className={classes.grid}>
        <ProfileField {...field("name")} label={t("profile.name")} readOnly={practice} />
        <ProfileField {...field("senderName")} label={t("profile.senderName")} />
        <div className={classes.wide}>
          <ProfileField
            {...address}
            onSave={saveAddress}
            label={t("profile.baseUrl")}
            readOnly={practice}
            {...(practice ? { hint: t("profile.practiceAddress") } : {})}
          />
        </div>
        <ProfileField
          {...field("batchSize")}
          label={t("profile.batchSize")}
          hint={t("profile.batchSizeHint", { most })}
        />
        <ProfileField
          {...field("amountChangePct")}
          label={t("profile.amountChangePct")}
          hint={t("profile.amountChangePctHint")}
        />
        <ProfileField {...field("recentDays")} label={t("profile.recentDays")} hint={t("profile.recentDaysHint")} />
        <ProfileField {...field("approver")} label={t("profile.approver")} hint={t("profile.approverHint")} />
        <div className={classes.first}>
          <ProfileField
            {...field("chargeRecipientId")}
            label={t("profile.chargeRecipientId")}
            hint={t("profile.chargeRecipientIdHint")}
          />
        </div>
        <ProfileField
          {...field("chargeRecipient")}
          label={t("profile.chargeRecipient")}
          hint={t("profile.chargeRecipientHint")}
        />
        {!practice && (
          <div className={classes.wide}>
            <ProfileField
              {...field("callbackListen")}
              label={t("profile.callbackListen")}
              hint={t("profile.callbackListenHint")}
            />
          </div>
        )}
      </div>
      <div className={classes.card}>
        <Toggle
          name="verifyNames"
          title={t("profile.verifyNames")}
          hint={t("profile.verifyNamesHint")}
          settings={settings}
          profile={profile}
        />
      </div>
      {service.dialog}
    </section>
  );
}
