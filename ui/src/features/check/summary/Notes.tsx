/** What is said around the rows: about the file, about another payroll of the same month, and in place of rows. */
import { Button } from "@mantine/core";
import { IconInfoCircle, IconTable } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState, ErrorPanel } from "../../../components";
import type { DraftView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import classes from "../Check.module.css";
import { fileProblemText } from "../state/problems";
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

export const failure = (error: unknown, retry: () => void): ReactNode => <RowsFailed error={error} onRetry={retry} />;

function RowsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords();
  return <ErrorPanel error={error} actions={<Button size="xs" variant="default" onClick={onRetry}>{t("retry")}</Button>} />;
}

type NoRowsProps = { draft: DraftView; text: string; isFiltered: boolean; onAll: () => void };

export function NoRows({ draft, text, isFiltered, onAll }: NoRowsProps) {
  const t = useWords();
  const body = text !== "" ? t("empty.body", { text }) : t("empty.bodyChip");
  return (
    <EmptyState
      icon={IconTable}
      title={t("empty.title")}
      body={draft.rows === 0 ? t("empty.bodyNone") : body}
      action={isFiltered ? <Button variant="default" onClick={onAll}>{t("empty.all")}</Button> : undefined}
    />
  );
}
