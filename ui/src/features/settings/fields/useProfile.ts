/** Saves the profile's settings one by one: an invalid value is reported at its field, other errors above. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asDeskError, type DeskError, ipc, type Limits, type ProfileSettings, type SettingsView } from "../../../ipc";
import { formatCount } from "../../../lib/time/dates";
import { keys, queryClient, settingsQuery } from "../../../query";

type NumberField = keyof Limits & keyof ProfileSettings;
const NUMBER_FIELDS: ReadonlySet<string> = new Set<NumberField>([
  "batchSize",
  "connectTimeoutS",
  "submitTimeoutS",
  "readTimeoutS",
  "lockAfterMin",
  "amountChangePct",
  "recentDays",
  "approvalDays",
  "narrationCharsMax",
  "overdueAfterMin",
  "namesAtOnce",
]);
const isNumberField = (field: keyof ProfileSettings): field is NumberField => NUMBER_FIELDS.has(field);

/** Text settings of the profile. */
export type TextField =
  | "name"
  | "senderName"
  | "baseUrl"
  | "approver"
  | "callbackPublic"
  | "tokenPrefix"
  | "payoutStatusPath"
  | "payoutListPath"
  | "balancePath"
  | "chargePath"
  | "chargeEmailField"
  | "chargeRecipient"
  | "chargeRecipientId"
  | "fundingInstructions";
export type Field = NumberField | TextField;

/** Settings that must not be empty. */
const REQUIRED_FIELDS: ReadonlySet<Field> = new Set<Field>([
  "name",
  "senderName",
  "baseUrl",
  "approver",
  "chargePath",
  "chargeEmailField",
  "chargeRecipient",
]);

const ADDRESS = /^https?:\/\/\S+$/;
export const isAddress = (text: string): boolean => ADDRESS.test(text) && URL.canParse(text);
const WHOLE_NUMBER = /^\d{1,6}$/;

function isValid(field: Field, text: string, { limits }: SettingsView): boolean {
  if (isNumberField(field))
    return WHOLE_NUMBER.test(text) && Number(text) >= limits[field].least && Number(text) <= limits[field].most;
  if (field === "baseUrl") return ADDRESS.test(text);
  return !REQUIRED_FIELDS.has(field) || text !== "";
}

export type SavedProfile = {
  failure: DeskError | null;
  forget: () => void;
  /** The props of a profile field. */
  field: (name: Field) => {
    name: Field;
    value: string;
    numeric: boolean;
    onSave: (text: string) => Promise<string | undefined>;
  };
  /** Saves a change; returns its error, if any. */
  change: (patch: Patch) => Promise<DeskError | null>;
};

/** The changed settings; for lists, computed from the current profile. */
type Patch = Partial<ProfileSettings> | ((profile: ProfileSettings) => Partial<ProfileSettings>);

let lastSave: Promise<unknown> = Promise.resolve();

/**
 * Saves a change after the previous one: the whole profile is sent, so concurrent changes would revert each other.
 * Clicking a switch while a field has the focus starts two at once.
 */
export function saveProfile(patch: Patch): Promise<DeskError | null> {
  const saved = lastSave.then(async () => {
    try {
      const { profile } = await queryClient.fetchQuery(settingsQuery);
      const changes = typeof patch === "function" ? patch(profile) : patch;
      const change = { kind: "profile", profile: { ...profile, ...changes } } as const;
      queryClient.setQueryData(keys.settings, await ipc.changeSettings(change));
      void queryClient.invalidateQueries({ queryKey: keys.session });
      return null;
    } catch (thrown) {
      return asDeskError(thrown);
    }
  });
  lastSave = saved;
  return saved;
}

export function useProfile(settings: SettingsView): SavedProfile {
  const { t } = useTranslation("settings");
  const [failure, setFailure] = useState<DeskError | null>(null);
  const { profile, limits } = settings;

  const change = async (patch: Patch): Promise<DeskError | null> => {
    setFailure(null);
    const error = await saveProfile(patch);
    if (error !== null && error.code !== "value_invalid" && error.code !== "address_invalid") setFailure(error);
    return error;
  };

  /** Returns the error of the value, or undefined once it is saved. */
  const save = async (name: Field, text: string): Promise<string | undefined> => {
    const span = isNumberField(name)
      ? { least: formatCount(limits[name].least), most: formatCount(limits[name].most) }
      : {};
    const need = () => t(`profile.need.${name}`, span);
    if (!isValid(name, text, settings)) return need();
    const error = await change({ [name]: isNumberField(name) ? Number(text) : text });
    if (error === null) return undefined;
    if (error.code === "value_invalid") return need();
    // For the desk, the token's prefix is part of the address.
    if (error.code === "address_invalid") return name === "tokenPrefix" ? need() : t("profile.need.baseUrl");
    return t("profile.need.refused");
  };

  return {
    failure,
    forget: () => setFailure(null),
    field: (name) => ({
      name,
      value: String(profile[name]),
      numeric: isNumberField(name),
      onSave: (text) => save(name, text),
    }),
    change,
  };
}
