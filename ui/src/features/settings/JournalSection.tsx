/** The accounts for the journals of payrolls. */
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import { asDeskError, ipc, type JournalAccounts, type JournalSettingsView } from "../../ipc";
import { allMembers } from "../../lib/allMembers";
import { useCall } from "../../lib/useCall";
import { keys, queryClient, useJournalSettings } from "../../query";
import { ProfileField } from "./fields/ProfileField";
import classes from "./Settings.module.css";

const ACCOUNTS = allMembers<keyof JournalAccounts>({
  payable: true,
  bank: true,
  returned: true,
  fees: true,
  taxRate: true,
});

export function JournalSection() {
  const { t } = useTranslation("settings");
  const { data, error, refetch } = useJournalSettings();
  const call = useCall();
  return (
    <section className={classes.section} data-section="journal" data-testid="settings-journal">
      <h2 className={classes.heading}>{t("section.journal")}</h2>
      <p className={classes.lead}>{t("journal.lead")}</p>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {call.error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={call.error} onClose={call.forget} />
        </div>
      )}
      {data !== undefined && <Fields data={data} onFailed={call.fail} />}
    </section>
  );
}

type Props = { data: JournalSettingsView; onFailed: (error: unknown) => void };

function Fields({ data, onFailed }: Props) {
  const { t } = useTranslation(["settings", "journal"]);
  const { settings, presets } = data;
  const usual = presets.find(({ preset }) => preset === settings.preset)?.usual;
  const save = async (name: keyof JournalAccounts, text: string): Promise<string | undefined> => {
    try {
      const accounts = { ...settings.accounts, [name]: text };
      const saved = await ipc.saveJournalSettings({ ...settings, accounts });
      queryClient.setQueryData(keys.journals, saved);
      // Journals use the new accounts.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === "journal" });
      return undefined;
    } catch (thrown) {
      const failure = asDeskError(thrown);
      if (failure.code !== "value_invalid") onFailed(failure);
      return t(`journal.need.${name}`);
    }
  };
  return (
    <div className={classes.grid}>
      {ACCOUNTS.map((name) => (
        <ProfileField
          key={name}
          name={`journal-${name}`}
          label={t(`journal.${name}`)}
          hint={hintOf(name)}
          value={settings.accounts[name]}
          onSave={(text) => save(name, text)}
        />
      ))}
    </div>
  );

  /** An empty field shows the default. */
  function hintOf(name: keyof JournalAccounts): string {
    const hint = t(`journal.${name}Hint`);
    const instead = usual?.[name] ?? "";
    if (settings.accounts[name] !== "" || instead === "") return hint;
    return `${hint} ${t("journal.usual", { account: instead, program: t(`journal:presets.${settings.preset}`) })}`;
  }
}
