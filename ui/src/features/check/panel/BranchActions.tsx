/** A branch that is missing or not recognised: the likely one with one press, any other from the provider's list. */
import { Button } from "@mantine/core";
import { ipc, type ProblemView } from "../../../ipc";
import { problemWords } from "../state/problems";
import { useWords } from "../words";
import { BranchSelect } from "./BranchSelect";
import classes from "./Panel.module.css";
import type { PanelProps } from "./panelProps";
import { onePress } from "./onePress";
import { bulkCounts, useFix } from "./useFix";

type Props = PanelProps & { problem: ProblemView; titleId: string };

export function BranchActions({ problem, titleId, ...props }: Props) {
  const t = useWords();
  const fix = useFix(props);
  const { draft, detail } = props;
  const { row } = detail;
  const alike = bulkCounts(detail, problem).suggestion;
  if (row.bankCode === null) return null;
  return (
    <div className={classes.actions} {...onePress}>
      {problem.suggestion !== null && (
        <Button
          aria-describedby={titleId}
          onClick={() => fix((position) => ipc.acceptSuggestion(draft.id, position, problem.code))}
          data-testid="panel-fix"
        >
          {problemWords(t, problem, row).fix}
        </Button>
      )}
      {alike > 1 && (
        <Button
          variant="default"
          onClick={() => fix(() => ipc.acceptSuggestionAlike(draft.id, problem.code))}
          data-testid="panel-fix-all"
        >
          {t("panel.fixAll", { count: alike })}
        </Button>
      )}
      <BranchSelect
        row={row}
        bank={row.bankCode}
        value=""
        label={t("panel.more.choose")}
        onSave={(code) => fix((position) => ipc.editCell(draft.id, position, "branch_code", code))}
      />
    </div>
  );
}
