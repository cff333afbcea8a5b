/** Notes above the rows: about the file, another payroll of the same month, and accounts that could not be verified. */
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TextButton } from "../../../components";
import { type DraftView, ipc } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { keys, useSession } from "../../../query";
import classes from "../Check.module.css";
import { fileProblemText } from "../state/problems";
import { useNameCheck } from "../state/useAccountNames";
import { useWords } from "../words";
import { ChangedFile } from "./ChangedFile";

type NotesProps = { draft: DraftView; onError: (error: unknown) => void };

/** The questions above the rows. */
export function Notes(props: NotesProps) {
  return (
    <>
      <ChangedFile draft={props.draft} />
      <NotAsked {...props} />
      <EmbeddedBanks {...props} />
      <SameRun draft={props.draft} />
    </>
  );
}

/** Secondary notes about the whole file. */
export function FileNotes({ draft }: { draft: DraftView }) {
  const t = useWords();
  if (draft.fileProblems.length === 0) return null;
  return (
    <p className={classes.notes} data-testid="file-notes">
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <span>{draft.fileProblems.map((problem) => fileProblemText(t, problem)).join(" ")}</span>
    </p>
  );
}

/** Shown early, since approval would refuse it: this name and month were paid. */
function SameRun({ draft }: { draft: DraftView }) {
  const t = useWords();
  const { go } = useNavigation();
  const other = draft.sameRunAs;
  if (other === null) return null;
  return (
    <p className={classes.notes} data-testid="same-run">
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <span>
        {t("sameRun", { name: draft.name })}{" "}
        <TextButton onClick={() => go({ name: "track", id: other })}>{t("sameRunOpen")}</TextButton>
      </span>
    </p>
  );
}

/** The number of unverified accounts, the reason, and the button that retries. */
function NotAsked({ draft: { id, names }, onError }: NotesProps) {
  const t = useWords();
  const again = useNameCheck(id, onError);
  if (names.running || names.notAsked.length === 0) return null;
  const reasons = names.notAsked.map(({ reason, accounts }) => t(`names.notAsked.${reason}`, { count: accounts }));
  return (
    <p className={classes.notes} data-tone="attention" data-testid="names-not-asked">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        {`${reasons.join(" ")} ${t("names.noMoney")} `}
        <TextButton onClick={() => void again()} data-testid="check-names">
          {t("names.again")}
        </TextButton>
      </span>
    </p>
  );
}

/** The source of the bank list, if it is not the provider's. */
function EmbeddedBanks({ draft: { country, banksListedAt }, onError }: NotesProps) {
  const t = useWords();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => ipc.fetchBanks([country]),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: keys.bankLists }),
  });
  const { unlocked } = useSession();
  // The locked state has its own message.
  if (banksListedAt !== null || !unlocked) return null;
  return (
    <p className={classes.notes} data-testid="embedded-banks">
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <span>
        {`${t("embeddedBanks")} `}
        <TextButton disabled={isPending} onClick={() => mutate()}>
          {t("embeddedBanksFetch")}
        </TextButton>
      </span>
    </p>
  );
}
