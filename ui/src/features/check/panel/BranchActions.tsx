/** A missing or unknown branch: the suggestion with one press, any other from the provider's list. */
import { Button } from "@mantine/core";
import type { ProblemView } from "../../../ipc";
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
  const { detail } = props;
  const { row } = detail;
  const alike = bulkCounts(detail, problem).suggestion;
  if (row.bankCode === null) return null;
  return (
    <div className={classes.actions} {...onePress}>
      {problem.suggestion !== null && (
        <Button
          aria-describedby={titleId}
          onClick={() => fix({ kind: "accept_suggestion", position: row.position, code: problem.code })}
          data-testid="panel-fix"
        >
          {problemWords(t, problem, row).fix}
        </Button>
      )}
      {alike > 1 && (
        <Button
          variant="default"
          onClick={() => fix({ kind: "accept_suggestion_alike", code: problem.code })}
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
        onSave={(code) => fix({ kind: "edit_cell", position: row.position, field: "branch_code", value: code })}
      />
    </div>
  );
}
