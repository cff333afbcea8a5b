/**
 * What is said above the rows: about the file, about another payroll of the same month, and about accounts whose holder
 * could not be asked for.
 */
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { DraftView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import classes from "../Check.module.css";
import { fileProblemText } from "../state/problems";
import { useNameCheck } from "../state/useAccountNames";
import { useWords } from "../words";

/** What is to be known about the file as a whole, quietly. */
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

/** What the desk would say at the end is said at the beginning: this name and month were paid. */
export function SameRun({ draft }: { draft: DraftView }) {
  const t = useWords();
  const { go } = useNavigation();
  const other = draft.sameRunAs;
  if (other === null) return null;
  return (
    <p className={classes.notes} data-testid="same-run">
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <span>
        {t("sameRun", { name: draft.name })}{" "}
        <button type="button" className={classes.link} onClick={() => go({ name: "track", id: other })}>
          {t("sameRunOpen")}
        </button>
      </span>
    </p>
  );
}

type NotAskedProps = { draft: DraftView; onError: (error: unknown) => void };

/** How many accounts could not be asked about, why, and the button that asks again. */
export function NotAsked({ draft: { id, names }, onError }: NotAskedProps) {
  const t = useWords();
  const again = useNameCheck(id, onError);
  if (names.running || names.notAsked.length === 0) return null;
  const reasons = names.notAsked.map(({ reason, accounts }) => t(`names.notAsked.${reason}`, { count: accounts }));
  return (
    <p className={classes.notes} data-tone="attention" data-testid="names-not-asked">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        {`${reasons.join(" ")} ${t("names.noMoney")} `}
        <button type="button" className={classes.link} onClick={() => void again()} data-testid="check-names">
          {t("names.again")}
        </button>
      </span>
    </p>
  );
}
