/** Imports a profile key from its file or its typed sheet: previewed first, then decrypted with the passphrase. */
import { Button, Textarea } from "@mantine/core";
import { IconFileText, IconKeyboard } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError, useToast } from "../../../components";
import { asDeskError, ipc, type KeyBackupFault, type KeyBackupInput, type KeyBackupView } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { useCall } from "../../../lib/useCall";
import { keys, queryClient } from "../../../query";
import classes from "../Settings.module.css";
import { Passphrase, takeValue } from "./Passphrase";

type OpenedBackup = { source: KeyBackupInput; view: KeyBackupView };

export function KeyImport({ lines, onDone }: { lines: number; onDone: () => void }) {
  const [opened, setOpened] = useState<OpenedBackup | null>(null);
  return opened === null ? (
    <ChooseBackup lines={lines} onOpened={setOpened} />
  ) : (
    <ImportBackup seen={opened} onBack={() => setOpened(null)} onDone={onDone} />
  );
}

function ChooseBackup({ lines, onOpened }: { lines: number; onOpened: (opened: OpenedBackup) => void }) {
  const { t } = useTranslation("settings");
  const [isTyping, setTyping] = useState(false);
  const [text, setText] = useState("");
  const { isBusy, error, run, forget } = useCall();
  const open = (find: () => Promise<KeyBackupInput | null>) =>
    run(async () => {
      const source = await find();
      if (source !== null) onOpened({ source, view: await ipc.previewKeyBackup(source) });
    });
  const choose = async (): Promise<KeyBackupInput | null> => {
    const file = await ipc.chooseFile("key_backup");
    return file === null ? null : { kind: "file", file: file.handle };
  };
  const faultWords = useFaultWords(lines);
  const problem = error?.code === "key_backup_unreadable" ? faultWords(error.data.reason) : undefined;
  return (
    <div data-testid="key-find">
      <p className={classes.formLead}>{t("key.importLead")}</p>
      <div className={classes.keyWays}>
        <Button
          variant="default"
          leftSection={<IconFileText size={18} stroke={1.75} />}
          autoFocus
          loading={isBusy && !isTyping}
          onClick={() => {
            setTyping(false);
            void open(choose);
          }}
          data-testid="key-choose-file"
        >
          {t("key.chooseFile")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconKeyboard size={18} stroke={1.75} />}
          aria-expanded={isTyping}
          disabled={isBusy}
          onClick={() => {
            setTyping(true);
            forget();
          }}
          data-testid="key-type"
        >
          {t("key.typeSheet")}
        </Button>
      </div>
      {isTyping && (
        <SheetLines
          lines={lines}
          text={text}
          onText={(typed) => {
            setText(typed);
            forget();
          }}
          problem={problem}
          isBusy={isBusy}
          onSubmit={() => void open(async () => ({ kind: "typed", text }))}
        />
      )}
      {!isTyping && problem !== undefined && (
        <div className={classes.fault} role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      {error !== null && problem === undefined && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={forget} />
        </div>
      )}
    </div>
  );
}

/** The text of a backup's error. */
function useFaultWords(total: number): (fault: KeyBackupFault) => string {
  const { t } = useTranslation("settings");
  return (fault) => {
    switch (fault.kind) {
      case "lines_missing":
        return t("key.unreadable.lines_missing", { found: fault.found, total });
      case "lines_mistyped":
        return t("key.unreadable.lines_mistyped", { lines: fault.lines.join(", "), count: fault.lines.length });
      case "not_a_backup":
      case "damaged":
      case "newer_version":
      case "too_demanding":
        return t(`key.unreadable.${fault.kind}`);
    }
  };
}

type SheetLinesProps = {
  lines: number;
  text: string;
  onText: (text: string) => void;
  problem: string | undefined;
  isBusy: boolean;
  onSubmit: () => void;
};

/** The typed lines of the printed sheet. */
function SheetLines({ lines, text, onText, problem, isBusy, onSubmit }: SheetLinesProps) {
  const { t } = useTranslation("settings");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Textarea
        classNames={{ input: classes.keyLines ?? "" }}
        label={t("key.lines", { total: lines })}
        description={t("key.linesHint")}
        inputWrapperOrder={ORDER}
        rows={lines}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        error={problem === undefined ? undefined : <FieldError>{problem}</FieldError>}
        data-testid="key-lines"
      />
      <div className={classes.formEnd}>
        <Button type="submit" loading={isBusy} data-testid="key-lines-submit">
          {t("key.continue")}
        </Button>
      </div>
    </form>
  );
}

function ImportBackup({
  seen: { source, view },
  onBack,
  onDone,
}: {
  seen: OpenedBackup;
  onBack: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const canImport = view.fit === "missing_key" || view.fit === "unused_ledger";
  const fail = (thrown: unknown) => {
    const { code } = asDeskError(thrown);
    if (code === "key_backup_not_opened") setFault(t("key.notOpened"));
    else if (code === "passphrase_refused") setFault(t("key.passphrase.missing"));
    else setError(thrown);
    setBusy(false);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || busy) return;
    setBusy(true);
    setFault(undefined);
    setError(null);
    const importing = ipc.importProfileKey(source, takeValue(input), view.replaces);
    try {
      const done = await importing;
      await Promise.all([keys.settings, keys.session].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      toast(t(`key.imported.${done}`));
      onDone();
    } catch (thrown) {
      fail(thrown);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off" data-testid="key-open">
      <BackupFacts view={view} canImport={canImport} />
      {canImport && (
        <div className={classes.keyFields}>
          <Passphrase
            ref={field}
            label={t("key.passphrase.ofBackup")}
            error={fault}
            autoFocus
            onChange={() => setFault(undefined)}
            testid="key-import-passphrase"
          />
        </div>
      )}
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} />
        </div>
      )}
      <div className={classes.formEnd}>
        <Button variant="default" onClick={onBack} disabled={busy} autoFocus={!canImport} data-testid="key-open-back">
          {t("key.other")}
        </Button>
        {canImport && (
          <Button type="submit" loading={busy} data-testid="key-import-submit">
            {t(view.replaces ? "key.importReplacing" : "key.importNow")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The backup's content, and whether it fits this ledger. */
function BackupFacts({ view, canImport }: { view: KeyBackupView; canImport: boolean }) {
  const { t } = useTranslation("settings");
  const isOther = view.fit === "other_ledger";
  return (
    <>
      <dl className={classes.keyFacts}>
        {view.profile !== null && (
          <>
            <dt>{t("key.of")}</dt>
            <dd>{view.profile}</dd>
          </>
        )}
        {view.created !== null && (
          <>
            <dt>{t("key.createdOn")}</dt>
            <dd>{formatDay(`${view.created}T00:00:00`)}</dd>
          </>
        )}
        <dt>{t("key.fingerprintLabel")}</dt>
        <dd className="selectable">{view.fingerprint}</dd>
      </dl>
      <p
        className={classes.keyNotice}
        data-warns={isOther || view.replaces || undefined}
        role={isOther ? "alert" : undefined}
        data-testid="key-fit"
      >
        {t(`key.fit.${view.fit}`)}
        {canImport && view.replaces && ` ${t("key.replaces")}`}
      </p>
    </>
  );
}

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];
