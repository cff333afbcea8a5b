/** The profile: data for the service and for statements, and the size of batches. */
import "@mantine/core/styles/Combobox.layer.css";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Fold } from "../../../components";
import type { SettingsView } from "../../../ipc";
import { CURRENCY_CODES } from "../../../lib/currency/countries";
import { formatCount } from "../../../lib/time/dates";
import { Toggle } from "../connection/ConnectionSection";
import { hostOf, isOtherService, useServiceChange } from "../connection/useServiceChange";
import { ProfileField, SAVED_WIDTH_PX } from "../fields/ProfileField";
import { Saved } from "../fields/Saved";
import { isAddress, type SavedProfile, useProfile } from "../fields/useProfile";
import { useSaved } from "../fields/useSaved";
import classes from "../Settings.module.css";
import { ModeInUse } from "./ModeInUse";
import { PayoutFees } from "./PayoutFees";

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
        <ProfileField {...field("approver")} label={t("profile.approver")} hint={t("profile.approverHint")} />
      </div>
      <Checks settings={settings} profile={profile} />
      <TopUps settings={settings} profile={profile} />
      <PayoutFees settings={settings} profile={profile} />
      <Advanced profile={profile} most={formatCount(settings.limits.batchSize.most)} />
      <ModeInUse mode={settings.mode} />
      {service.dialog}
    </section>
  );
}

/** The checks before payment. */
function Checks({ settings, profile }: { settings: SettingsView; profile: SavedProfile }) {
  const { t } = useTranslation("settings");
  const { field } = profile;
  return (
    <>
      <h3 className={classes.subheading}>{t("profile.checks")}</h3>
      <div className={classes.grid}>
        <ProfileField
          {...field("amountChangePct")}
          label={t("profile.amountChangePct")}
          hint={t("profile.amountChangePctHint")}
          unit={t("unit.percent")}
        />
        <ProfileField
          {...field("recentDays")}
          label={t("profile.recentDays")}
          hint={t("profile.recentDaysHint")}
          unit={t("unit.days")}
        />
        <ProfileField
          {...field("approvalDays")}
          label={t("profile.approvalDays")}
          hint={t("profile.approvalDaysHint")}
          unit={t("unit.days")}
        />
        <ProfileField
          {...field("narrationCharsMax")}
          label={t("profile.narrationCharsMax")}
          hint={t("profile.narrationCharsMaxHint")}
          unit={t("unit.characters")}
        />
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
    </>
  );
}

function TopUps({ settings, profile }: { settings: SettingsView; profile: SavedProfile }) {
  const { t } = useTranslation("settings");
  const { field } = profile;
  return (
    <>
      <h3 className={classes.subheading}>{t("profile.topUps")}</h3>
      <div className={classes.grid}>
        <div className={classes.wide}>
          <ProfileField
            {...field("fundingInstructions")}
            label={t("profile.fundingInstructions")}
            hint={t("profile.fundingInstructionsHint")}
            isText
          />
        </div>
        <ProfileField
          {...field("chargeRecipientId")}
          label={t("profile.chargeRecipientId")}
          hint={t("profile.chargeRecipientIdHint")}
        />
        <WalletCurrency settings={settings} profile={profile} />
      </div>
    </>
  );
}

/** The currency of card charges, which name none. */
function WalletCurrency({ settings, profile }: { settings: SettingsView; profile: SavedProfile }) {
  const { t } = useTranslation("settings");
  const [saved, showSaved] = useSaved();
  const free = CURRENCY_CODES.filter((code) => !settings.profile.wallets.some(({ currency }) => currency === code));
  const choose = async (text: string) => {
    const walletCurrency = free.find((code) => code === text) ?? null;
    if ((await profile.change({ walletCurrency })) === null) showSaved();
  };
  return (
    <NativeSelect
      label={t("profile.walletCurrency")}
      description={t("profile.walletCurrencyHint")}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={settings.profile.walletCurrency ?? ""}
      data={[{ value: "", label: t("profile.walletCurrencyLearned") }, ...free]}
      onChange={(event) => void choose(event.currentTarget.value)}
      {...(saved ? { rightSection: <Saved />, rightSectionWidth: SAVED_WIDTH_PX } : {})}
      data-testid="settings-walletCurrency"
    />
  );
}

/** Needed by providers or IT only. */
function Advanced({ profile: { field }, most }: { profile: SavedProfile; most: string }) {
  const { t } = useTranslation("settings");
  return (
    <div className={classes.folded}>
      <Fold show={t("connection.showAdvanced")} hide={t("connection.hideAdvanced")} testid="settings-profile-advanced">
        <div className={classes.grid}>
          <ProfileField
            {...field("batchSize")}
            label={t("profile.batchSize")}
            hint={t("profile.batchSizeHint", { most })}
            unit={t("unit.people")}
          />
          <ProfileField
            {...field("chargeRecipient")}
            label={t("profile.chargeRecipient")}
            hint={t("profile.chargeRecipientHint")}
          />
        </div>
      </Fold>
    </div>
  );
}
