/**
 * Accepting a warning. The reason is stored in the audit log, and choosing one accepts: one press for both. Other
 * reasons are typed. An accepted row is paid, so no press may accept an unseen row: not a key that is held down, not
 * Enter on an empty field, and not the second press of a double click, which would hit the next row.
 */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useId, useRef, useState } from "react";
import { REASON_LENGTH_MAX } from "../../../components/ReasonField";
import type { ProblemCode, ProblemView } from "../../../ipc";
import { onePress } from "./onePress";
import type { PanelProps } from "./panelProps";
import classes from "./Panel.module.css";
import { problemWords } from "../state/problems";
import { recentReasons, rememberReason } from "./reasons";
import { bulkCounts, useFix } from "./useFix";
import { useWords } from "../words";

type Props = PanelProps & { problem: ProblemView; titleId: string };

/** Accepts this row's warning, or all similar ones, with this reason. */
type Accept = (reason: string, rows: "one" | "alike") => void;

/** Rendered anew for each warning: a reason belongs to one warning. */
export function WarningActions(props: Props) {
  const { detail, problem, titleId } = props;
  const t = useWords();
  const fix = useFix(props);
  const { position } = detail.row;
  const { code } = problem;
  const { warning: alike, suggestion: inThousands } = bulkCounts(detail, problem);
  const accept: Accept = (reason, rows) => {
    rememberReason(code, reason);
    fix(
      rows === "one"
        ? { kind: "accept_warning", position, code, reason }
        : { kind: "accept_warning_alike", code, reason, shown: { count: alike, like: position } },
    );
  };
  return (
    <>
      {problem.suggestion !== null && (
        <div className={classes.actions} {...onePress}>
          {code === "amount_in_thousands" && inThousands > 1 && (
            <Button
              aria-describedby={titleId}
              onClick={() => fix({ kind: "accept_suggestion_alike", code })}
              data-testid="panel-fix-all"
            >
              {t("panel.fixAllThousands", { count: inThousands })}
            </Button>
          )}
          <Button
            variant={code === "amount_in_thousands" && inThousands > 1 ? "default" : "filled"}
            aria-describedby={titleId}
            onClick={() => fix({ kind: "accept_suggestion", position, code })}
            data-testid="panel-fix"
          >
            {problemWords(t, problem, detail.row).fix}
          </Button>
        </div>
      )}
      {code === "amount_above_limit" && (
        <div className={classes.actions} {...onePress}>
          <Button
            aria-describedby={titleId}
            onClick={() => fix({ kind: "split_payment", position })}
            data-testid="panel-split"
          >
            {problemWords(t, problem, detail.row).fix}
          </Button>
        </div>
      )}
      <Reasons code={code} alike={alike} titleId={titleId} accept={accept} />
    </>
  );
}

type ReasonsProps = { code: ProblemCode; alike: number; titleId: string; accept: Accept };

/** The recent reasons and the suggested one, each for this row or all similar ones, and a field for any other. */
function Reasons(props: ReasonsProps) {
  const { code, titleId } = props;
  const t = useWords();
  const labelId = useId();
  const other = useRef<HTMLButtonElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const choices = [...new Set([...recentReasons(code), t(`panel.reason.${acceptKey(code)}`)])];
  return (
    <div className={classes.reasons} role="group" aria-labelledby={labelId} {...onePress} data-testid="panel-accepting">
      <p className={classes.because} id={labelId}>
        {t(`panel.because.${acceptKey(code)}`)}
      </p>
      {choices.map((choice, place) => (
        <Choice key={choice} {...props} choice={choice} place={place} />
      ))}
      {isTyping ? (
        <OtherReason
          {...props}
          onCancel={() => {
            setIsTyping(false);
            requestAnimationFrame(() => other.current?.focus());
          }}
        />
      ) : (
        <Button
          ref={other}
          className={classes.choice}
          variant="default"
          aria-describedby={titleId}
          onClick={() => setIsTyping(true)}
          data-testid="panel-reason-other"
        >
          {t("panel.reasonOther")}
        </Button>
      )}
      <p className={classes.reasonHint}>{t("panel.reasonHint")}</p>
    </div>
  );
}

/** Never prominent: an accepted row is paid. */
function Choice({ choice, place, alike, titleId, accept }: ReasonsProps & { choice: string; place: number }) {
  const t = useWords();
  const one = (
    <Button
      className={classes.choice}
      variant="default"
      aria-describedby={titleId}
      onClick={() => accept(choice, "one")}
      data-testid={`panel-reason-${place}`}
    >
      {choice}
    </Button>
  );
  if (alike <= 1) return one;
  return (
    <Button.Group className={classes.split}>
      {one}
      <Button
        className={classes.choiceAll}
        variant="default"
        aria-label={t("panel.reasonAllLabel", { count: alike, reason: choice })}
        onClick={() => accept(choice, "alike")}
        data-testid={`panel-reason-all-${place}`}
      >
        {t("panel.reasonAll", { count: alike })}
      </Button>
    </Button.Group>
  );
}

/** Initially empty. Enter accepts this row; Escape returns to the choices. */
function OtherReason({ code, alike, titleId, accept, onCancel }: ReasonsProps & { onCancel: () => void }) {
  const t = useWords();
  const [reason, setReason] = useState("");
  const trimmed = reason.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== "") accept(trimmed, "one");
  };
  return (
    <form className={classes.otherReason} aria-labelledby={titleId} onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        label={t("panel.reasonLabel")}
        value={reason}
        maxLength={REASON_LENGTH_MAX}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
        data-testid="panel-reason"
      />
      <div className={classes.actions}>
        <Button
          type="submit"
          variant="default"
          aria-describedby={titleId}
          disabled={trimmed === ""}
          data-testid="panel-accept"
        >
          {t(`panel.accept.${acceptKey(code)}`)}
        </Button>
        {alike > 1 && (
          <Button
            variant="default"
            disabled={trimmed === ""}
            onClick={() => accept(trimmed, "alike")}
            data-testid="panel-accept-all"
          >
            {t("panel.acceptAll", { count: alike })}
          </Button>
        )}
      </div>
    </form>
  );
}

const ACCEPT_CODES = [
  "account_number_check_digit",
  "account_number_mobile",
  "amount_above_limit",
  "branch_missing",
  "branch_unknown",
  "name_mixed_script",
  "name_differs",
  "name_close",
  "holder_changed",
  "account_not_found",
  "account_changed",
  "duplicate_account",
  "duplicate_payment",
  "name_with_two_accounts",
  "text_too_long",
  "file_says_not_to_pay",
  "amount_in_thousands",
  "refused_by_service",
  "hidden_rows",
  "filtered_rows",
] as const;

const acceptKey = (code: ProblemCode): (typeof ACCEPT_CODES)[number] | "other" =>
  ACCEPT_CODES.find((accepted) => accepted === code) ?? "other";
