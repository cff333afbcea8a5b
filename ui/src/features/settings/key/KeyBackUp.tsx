/** Backs up the profile key: a passphrase, typed twice, and then a file, a printed sheet, or both. */
import { Button } from "@mantine/core";
import { IconFileText, IconPrinter } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../components";
import { saveFile } from "../../../components/useExport";
import { type ChosenFile, asDeskError, ipc, type KeyBackupForm, type PassphraseFault } from "../../../ipc";
import { allMembers } from "../../../lib/allMembers";
import { sheetWords } from "../../../listWords";
import { keys, queryClient } from "../../../query";
import classes from "../Settings.module.css";
import { Passphrase, takeValue } from "./Passphrase";

const FORMS = allMembers<KeyBackupForm>({ file: true, sheet: true });
const ICONS = { file: IconFileText, sheet: IconPrinter } as const;
export function KeyBackUp({ charsMin, onDone }: { charsMin: number; onDone: () => void }) {
  const [isSealed, setSealed] = useState(false);
  return isSealed ? (
    <SaveBackup onDone={onDone} />
  ) : (
    <SetPassphrase charsMin={charsMin} onSealed={() => setSealed(true)} />
  );
}

function SetPassphrase({ charsMin, onSealed }: { charsMin: number; onSealed: () => void }) {
  const { t } = useTranslation("settings");
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState<PassphraseFault>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [typed, again] = [first.current, second.current];
    if (!typed || !again || busy) return;
    setBusy(true);
    setReason(undefined);
    setError(null);
    const sealing = ipc.sealProfileKey(takeValue(typed), takeValue(again));
    try {
      await sealing;
      onSealed();
    } catch (thrown) {
      const refused = asDeskError(thrown);
      if (refused.code === "passphrase_refused") setReason(refused.data.reason);
      else setError(refused);
      setBusy(false);
      typed.focus();
    }
  };
  const atSecond = reason === "differs";
  const problem = reason === undefined ? undefined : t(`key.passphrase.${reason}`, { least: charsMin });
  const forget = () => setReason(undefined);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off" data-testid="key-seal">
      <p className={classes.formLead}>{t("key.backUpLead")}</p>
      <div className={classes.keyFields}>
        <Passphrase
          ref={first}
          label={t("key.passphrase.label")}
          hint={t("key.passphrase.hint", { least: charsMin })}
          error={atSecond ? undefined : problem}
          autoFocus
          onChange={forget}
          testid="key-passphrase"
        />
        <Passphrase
          ref={second}
          label={t("key.passphrase.again")}
          error={atSecond ? problem : undefined}
          onChange={forget}
          testid="key-passphrase-again"
        />
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} />
        </div>
      )}
      <div className={classes.formEnd}>
        <Button type="submit" loading={busy} data-testid="key-seal-submit">
          {t("key.continue")}
        </Button>
      </div>
    </form>
  );
}

function SaveBackup({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("settings");
  const [saved, setSaved] = useState<Partial<Record<KeyBackupForm, ChosenFile>>>({});
  const [busy, setBusy] = useState<KeyBackupForm | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = async (form: KeyBackupForm) => {
    setBusy(form);
    setError(null);
    try {
      const made = await saveFile({ kind: "key_backup", form, words: await sheetWords() });
      if (made === null) return;
      await queryClient.invalidateQueries({ queryKey: keys.profileKey });
      setSaved((before) => ({ ...before, [form]: made.file }));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(null);
    }
  };
  const open = ({ handle }: ChosenFile) => void ipc.showInFolder(handle).catch(setError);
  return (
    <div data-testid="key-save">
      <p className={classes.formLead} role="status">
        {t("key.saveLead")}
      </p>
      <div className={classes.keyForms}>
        {FORMS.map((form, at) => {
          const file = saved[form];
          const Icon = ICONS[form];
          return (
            <div key={form} className={classes.keyForm}>
              <Icon size={20} stroke={1.75} aria-hidden />
              <div className={classes.rowText}>
                <h4 className={classes.rowTitle}>{t(`key.${form}.title`)}</h4>
                <p className={classes.rowBody}>
                  {file === undefined ? t(`key.${form}.body`) : t("key.savedAs", { file: file.name })}
                </p>
              </div>
              {file !== undefined && (
                <Button size="xs" variant="default" onClick={() => open(file)} data-testid={`key-show-${form}`}>
                  {t("about.show")}
                </Button>
              )}
              <Button
                size="xs"
                variant={file === undefined ? "filled" : "default"}
                loading={busy === form}
                disabled={busy !== null && busy !== form}
                autoFocus={at === 0}
                onClick={() => void save(form)}
                data-testid={`key-save-${form}`}
              >
                {t(`key.${form}.save`)}
              </Button>
            </div>
          );
        })}
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={() => setError(null)} />
        </div>
      )}
      <div className={classes.formEnd}>
        <Button variant="default" onClick={onDone} data-testid="key-save-done">
          {t(Object.keys(saved).length === 0 ? "key.discard" : "key.done")}
        </Button>
      </div>
    </div>
  );
}
