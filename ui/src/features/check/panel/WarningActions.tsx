/**
 * Accepting a warning. The reason goes into the record, so it is typed or chosen for this one warning: Enter on an empty
 * field, or a key that is held down, accepts nothing.
 */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { FilterChip } from "../../../components";
import { REASON_LENGTH_MAX } from "../../../components/ReasonField";
import { type DraftView, ipc, type ProblemCode, type ProblemView } from "../../../ipc";
import type { PanelProps } from "./panelProps";
import classes from "./Panel.module.css";
import { problemWords } from "../state/problems";
import { recentReasons, rememberReason } from "./reasons";
import { bulkCounts, useFix } from "./useFix";
import { useWords, type Words } from "../words";

type Props = PanelProps & { problem: ProblemView; titleId: string };

/** Drawn anew for each warning: a reason is of the one that it was given for. */
export function WarningActions(props: Props) {
  const { draft, detail, problem, titleId } = props;
  const t = useWords();
  const fix = useFix(props);
  const [reason, setReason] = useState("");
  const trimmed = reason.trim();
  const alike = bulkCounts(detail, problem).warning;
  const accept = (command: (position: number) => Promise<DraftView>) => {
    if (trimmed === "") return;
    rememberReason(problem.code, trimmed);
    fix(command);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept((position) => ipc.acceptWarning(draft.id, position, problem.code, trimmed));
  };
  return (
    <form aria-labelledby={titleId} onSubmit={submit} noValidate data-testid="panel-accepting">
      <Reason code={problem.code} value={reason} onValue={setReason} />
      <div className={classes.actions}>
        {problem.suggestion !== null && (
          <Button
            aria-describedby={titleId}
            onKeyDown={stopHeldEnter}
            onClick={() => fix((position) => ipc.acceptSuggestion(draft.id, position, problem.code))}
            data-testid="panel-fix"
          >
            {problemWords(t, problem, detail.row).fix}
          </Button>
        )}
        {/* Never the loud one: what is accepted here is paid. */}
        <Button
          type="submit"
          variant="default"
          aria-describedby={titleId}
          disabled={trimmed === ""}
          onKeyDown={stopHeldEnter}
          data-testid="panel-accept"
        >
          {acceptWord(t, problem)}
        </Button>
        {alike > 1 && (
          <Button
            variant="default"
            disabled={trimmed === ""}
            onKeyDown={stopHeldEnter}
            onClick={() => accept(() => ipc.acceptWarningAlike(draft.id, problem.code, trimmed))}
            data-testid="panel-accept-all"
          >
            {t("panel.acceptAll", { count: alike })}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Browsers press a button, and submit a form, once more with each repetition of an Enter that is held down. */
export function stopHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

type ReasonProps = { code: ProblemCode; value: string; onValue: (value: string) => void };

/** Empty at first; the last reasons and the usual one are chosen, and stand in the field before Enter takes them. */
function Reason({ code, value, onValue }: ReasonProps) {
  const t = useWords();
  const field = useRef<HTMLInputElement>(null);
  const choices = [...new Set([...recentReasons(code), t(`panel.reason.${acceptKey(code)}`)])];
  const choose = (choice: string) => {
    onValue(value === choice ? "" : choice);
    field.current?.focus();
  };
  return (
    <div className={classes.reason}>
      <TextInput
        ref={field}
        data-first
        label={t("panel.reasonLabel")}
        description={t("panel.reasonHint")}
        inputWrapperOrder={["label", "input", "description"]}
        value={value}
        maxLength={REASON_LENGTH_MAX}
        autoComplete="off"
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={stopHeldEnter}
        data-testid="panel-reason"
      />
      <div className={classes.reasons} role="group" aria-label={t("panel.reasonChoices")}>
        {choices.map((choice, place) => (
          <FilterChip
            key={choice}
            label={choice}
            active={value === choice}
            onToggle={() => choose(choice)}
            testid={`panel-reason-${place}`}
          />
        ))}
      </div>
    </div>
  );
}

const ACCEPT_CODES = [
  "account_number_check_digit",
  "account_number_mobile",
  "branch_missing",
  "name_mixed_script",
  "name_differs",
  "account_not_found",
  "account_changed",
  "duplicate_account",
  "duplicate_payment",
  "name_with_two_accounts",
  "text_too_long",
  "file_says_not_to_pay",
  "hidden_rows",
  "filtered_rows",
] as const;

const acceptKey = (code: ProblemCode): (typeof ACCEPT_CODES)[number] | "other" =>
  ACCEPT_CODES.find((accepted) => accepted === code) ?? "other";

function acceptWord(t: Words, problem: ProblemView): string {
  return t(`panel.accept.${acceptKey(problem.code)}`);
}
