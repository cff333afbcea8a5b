/** Placeholders: no rows under the filter, or a failed fetch. */
import { Button } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState, ErrorPanel } from "../../../components";
import type { DraftView } from "../../../ipc";
import { useWords } from "../words";

export const failure = (error: unknown, retry: () => void): ReactNode => <RowsFailed error={error} onRetry={retry} />;

function RowsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords();
  return (
    <ErrorPanel
      error={error}
      actions={
        <Button size="xs" variant="default" onClick={onRetry}>
          {t("retry")}
        </Button>
      }
    />
  );
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
      action={
        isFiltered ? (
          <Button variant="default" onClick={onAll}>
            {t("empty.all")}
          </Button>
        ) : undefined
      }
    />
  );
}
