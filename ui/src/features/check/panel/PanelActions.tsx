/** The solutions of a problem, the most likely first and filled: apply the suggestion, choose a bank, accept, type. */
import { Button, TextInput } from "@mantine/core";
import { IconCircleMinus, IconCirclePlus, IconPencil } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Field, ProblemView, RowView } from "../../../ipc";
import { BankPicker } from "../banks/BankPicker";
import { BranchActions } from "./BranchActions";
import type { PanelProps } from "./panelProps";
import classes from "./Panel.module.css";
import { asksForBank, asksForBranch, problemWords, saysNotToPay } from "../state/problems";
import { bulkCounts, useFix } from "./useFix";
import { onePress } from "./onePress";
import { WarningActions } from "./WarningActions";
import { rowText, useWords, type Words } from "../words";

type Props = PanelProps & { problem: ProblemView | undefined; titleId: string };

export function PanelActions(props: Props) {
  const { problem, detail } = props;
  if (detail.row.state === "excluded" || problem === undefined) return <Links {...props} problem={undefined} />;
  if (asksForBank(problem)) return <BankActions {...props} problem={problem} />;
  if (problem.severity === "warning") {
    return (
      <>
        {saysNotToPay(problem) && <ExcludeActions {...props} problem={problem} />}
        {asksForBranch(problem) && <BranchActions {...props} problem={problem} />}
        <WarningActions {...props} problem={problem} key={problem.value ?? ""} />
        <Links {...props} />
      </>
    );
  }
  if (problem.suggestion !== null) return <FixActions {...props} problem={problem} />;
  return <TypeActions {...props} problem={problem} />;
}

/** For a row marked as not to be paid, excluding is the most likely solution, so its button is prominent. */
function ExcludeActions(props: WithProblem) {
  const { detail, problem, titleId } = props;
  const t = useWords();
  const fix = useFix(props);
  const { position } = detail.row;
  const alike = bulkCounts(detail, problem).warning;
  return (
    <div className={classes.actions} {...onePress}>
      <Button
        data-first
        aria-describedby={titleId}
        leftSection={<IconCircleMinus size={18} stroke={1.75} />}
        onClick={() => fix({ kind: "exclude", positions: [position] })}
        data-testid="panel-exclude"
      >
        {excludeWord(t, detail.row)}
      </Button>
      {alike > 1 && (
        <Button
          variant="default"
          onClick={() => fix({ kind: "exclude_alike", code: problem.code, like: position })}
          data-testid="panel-exclude-all"
        >
          {t("panel.excludeAll", { count: alike })}
        </Button>
      )}
    </div>
  );
}

const excludeWord = (t: Words, row: RowView): string =>
  row.name === "" ? rowText(t, "panel.excludeNameless", row.row) : t("panel.exclude", { name: row.name });

type WithProblem = Props & { problem: ProblemView };

/** If several rows have the same mechanical fix, the filled button fixes all of them. */
function FixActions(props: WithProblem) {
  const { detail, problem, titleId } = props;
  const t = useWords();
  const fix = useFix(props);
  const alike = bulkCounts(detail, problem).suggestion;
  const isGroup = alike > 1 && problem.severity === "error";
  return (
    <>
      <div className={classes.actions} {...onePress}>
        {isGroup && (
          <Button
            data-first
            aria-describedby={titleId}
            onClick={() => fix({ kind: "accept_suggestion_alike", code: problem.code })}
            data-testid="panel-fix-all"
          >
            {t("panel.fixAll", { count: alike })}
          </Button>
        )}
        <Button
          data-first={isGroup ? undefined : true}
          variant={isGroup ? "default" : "filled"}
          aria-describedby={titleId}
          onClick={() => fix({ kind: "accept_suggestion", position: detail.row.position, code: problem.code })}
          data-testid="panel-fix"
        >
          {problemWords(t, problem, detail.row).fix}
        </Button>
      </div>
      <Links {...props} />
    </>
  );
}

/** Choosing a bank: the nearest with one press, any other from the list, for this row or all with the same text. */
function BankActions(props: WithProblem) {
  const { detail, problem, titleId } = props;
  const t = useWords();
  const fix = useFix(props);
  const { row } = detail;
  const { bank: same, suggestion: suggested } = bulkCounts(detail, problem);
  const isMissing = problem.code === "bank_missing";
  // Each row gets its own bank: the successor of its former one, or the one that the file names. So one press decides
  // about a whole list.
  const isOwn = problem.suggestion !== null && (isMissing || problem.code === "bank_taken_over");
  const [chosen, setChosen] = useState<{ code: string; name: string }>();
  const suggestion =
    problem.suggestion === null
      ? undefined
      : { code: problem.suggestion, name: problem.suggestionLabel ?? problem.suggestion };
  const bank = chosen ?? suggestion;
  const use = (bankCode: string, kind: "edit_cell" | "edit_alike") =>
    fix({ kind, position: row.position, field: "bank_code", value: bankCode });
  const useButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className={classes.actions} {...onePress}>
        {bank !== undefined && (
          <Button
            ref={useButton}
            data-first
            aria-describedby={titleId}
            onClick={() => use(bank.code, "edit_cell")}
            data-testid="panel-fix"
          >
            {t("panel.useBank", { bank: bank.name })}
          </Button>
        )}
        {isOwn && suggested > 1 && chosen === undefined && (
          <Button
            variant="default"
            onClick={() => fix({ kind: "accept_suggestion_alike", code: problem.code })}
            data-testid={isMissing ? "panel-fix-suggested" : "panel-fix-taken-over"}
          >
            {t(isMissing ? "panel.fixAllSuggested" : "panel.fixAllTakenOver", { count: suggested })}
          </Button>
        )}
        {bank !== undefined && same > 1 && !(isOwn && chosen === undefined && (isMissing || same === suggested)) && (
          <Button variant="default" onClick={() => use(bank.code, "edit_alike")} data-testid="panel-fix-all">
            {isMissing
              ? t("panel.fixAllNoBank", { count: same })
              : t("panel.fixAllSaying", { count: same, value: problem.value ?? "" })}
          </Button>
        )}
        <div data-first={bank === undefined ? true : undefined}>
          <BankPicker
            country={row.country}
            suggested={problem.suggestion}
            fileText={problem.value ?? row.bankName}
            placeholder={t(bank === undefined ? "panel.chooseBank" : "panel.chooseAnotherBank")}
            onChoose={(found) => {
              setChosen(found);
              requestAnimationFrame(() => useButton.current?.focus());
            }}
          />
        </div>
      </div>
      <Links {...props} />
    </>
  );
}

/** Without a suggestion, the value has to be typed, in its cell or, if it has none, here. */
function TypeActions(props: WithProblem) {
  const { problem, titleId } = props;
  const t = useWords();
  const type = useTyping(props, problem.field);
  if (problem.field === null) return <Links {...props} />;
  return (
    <>
      <div className={classes.actions} {...onePress}>
        {type.field ?? (
          <Button data-first aria-describedby={titleId} onClick={type.start} data-testid="panel-type">
            {t(`panel.type.${typedKey(problem.field)}`)}
          </Button>
        )}
      </div>
      <Links {...props} />
    </>
  );
}

const TYPED = [
  "account_number",
  "amount",
  "name",
  "narration",
  "branch_code",
  "branch_name",
  "currency",
  "country",
  "reference",
  "employee_id",
  "email",
  "phone",
] as const;
const typedKey = (field: Field): (typeof TYPED)[number] | "other" => TYPED.find((known) => known === field) ?? "other";

/** Typing a value: the grid's editor if the field has a column, otherwise a field in the panel. */
function useTyping(props: Props, field: Field | null) {
  const t = useWords();
  const fix = useFix(props);
  const { position } = props.detail.row;
  const [isTyping, setIsTyping] = useState(false);
  const start = () => {
    if (field !== null && !props.editCell(field)) setIsTyping(true);
  };
  const initial = props.detail.fileValues.find((value) => value.field === field)?.value ?? "";
  return {
    start,
    field:
      isTyping && field !== null ? (
        <form
          className={classes.typing}
          onSubmit={(event) => {
            event.preventDefault();
            const value = new FormData(event.currentTarget).get("value");
            if (typeof value === "string") fix({ kind: "edit_cell", position, field, value });
          }}
        >
          <TextInput
            name="value"
            defaultValue={initial}
            aria-label={t(`panel.type.${typedKey(field)}`)}
            autoFocus
            data-testid="panel-typed"
            onKeyDown={(event) => event.key === "Escape" && setIsTyping(false)}
          />
          <Button type="submit">{t("panel.save")}</Button>
        </form>
      ) : null,
  };
}

/** Secondary actions: type another value, exclude the person, restore them. */
function Links(props: Props) {
  const { detail, problem } = props;
  const t = useWords();
  const fix = useFix(props);
  const { row } = detail;
  const type = useTyping(props, problem?.field ?? null);
  if (row.state === "excluded") {
    return (
      <div className={classes.actions} {...onePress}>
        <Button
          variant="default"
          data-first
          leftSection={<IconCirclePlus size={18} stroke={1.75} />}
          onClick={() => void props.run({ kind: "restore", positions: [row.position] })}
          data-testid="panel-restore"
        >
          {row.name === "" ? rowText(t, "panel.restoreNameless", row.row) : t("panel.restore", { name: row.name })}
        </Button>
      </div>
    );
  }
  const canType =
    problem !== undefined &&
    problem.field !== null &&
    !asksForBank(problem) &&
    (problem.suggestion !== null || problem.severity === "warning");
  return (
    <div className={classes.links} {...onePress}>
      {type.field}
      {canType && problem.field !== null && type.field === null && (
        <button type="button" className={classes.linkLine} onClick={type.start} data-testid="panel-type">
          <IconPencil size={18} stroke={1.75} />
          <span>{t(`panel.typeAnother.${typedKey(problem.field)}`)}</span>
        </button>
      )}
      {!saysNotToPay(problem) && (
        <button
          type="button"
          className={classes.linkLine}
          onClick={() => fix({ kind: "exclude", positions: [row.position] })}
          data-testid="panel-exclude"
        >
          <IconCircleMinus size={18} stroke={1.75} />
          <span>{excludeWord(t, row)}</span>
        </button>
      )}
    </div>
  );
}
