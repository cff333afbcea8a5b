// One question: its subject, its effect on the money, its people. Actions that pay nobody twice come first.

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft, IconHelpCircle, IconUserMinus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, ReasonField } from "../../components";
import { ipc, type QuestionView } from "../../ipc";
import { formatMoment, formatPeriod } from "../../lib/time/dates";
import { type Call, useCall } from "../../lib/useCall";
import { useNavigation } from "../../navigation";
import { peopleOf } from "../../payroll/totals";
import { useSums } from "../../payroll/useSums";
import { People } from "./People";
import classes from "./Questions.module.css";
import { SideBySide } from "./SideBySide";
import type { QuestionsProps } from "./types";
import { decidedKeys, decidedTotals, isOpen, KINDS, usualReasons } from "./words";

type Props = QuestionsProps & { question: QuestionView };

export function Question({ question, ...props }: Props): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { kind, other } = question;
  const forget = (): void => setChosen(new Set());
  return (
    <article className={classes.question} data-testid={`question-${question.key}`}>
      <Head question={question} />
      {kind === "same_payroll" ? <SideBySide payroll={props.payroll} other={other} /> : null}
      {question.people.length === 0 ? null : <People question={question} chosen={chosen} onChosen={setChosen} />}
      <SafeActions {...props} question={question} chosen={chosen} onSettled={forget} />
      {isOpen(question) && KINDS[kind].decided !== "never" ? (
        <Decide {...props} question={question} chosen={chosen} onSettled={forget} />
      ) : null}
    </article>
  );
}

function Head({ question }: { question: QuestionView }): ReactNode {
  const { t } = useTranslation("questions");
  const { kind, other, open, totals } = question;
  const text = useText();
  const { decided, isUnknown: isUnknownKind } = KINDS[kind];
  const isUnknown = isUnknownKind || other.state === "unresolved";
  const Icon = isUnknown ? IconHelpCircle : IconAlertTriangle;
  const title =
    kind === "open_original" && isUnknown
      ? t("kind.open_original.titleUnknown", { name: other.name })
      : t(`kind.${kind}.title`, {
          name: other.name,
          period: formatPeriod(other.period),
          count: peopleOf(totals),
        });
  return (
    <header className={classes.head}>
      <span className={classes.icon} data-tone={isUnknown ? "unknown" : "attention"}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.headText}>
        <h3>{title}</h3>
        <p>{text(question)}</p>
      </div>
      {decided === "byPerson" && open > 0 ? <span className={classes.left}>{t("left", { count: open })}</span> : null}
    </header>
  );
}

function useText(): (question: QuestionView) => string {
  const { t } = useTranslation("questions");
  const sums = useSums();
  return ({ kind, other, totals }) => {
    if (kind === "open_original")
      return t(other.state === "unresolved" ? "kind.open_original.textUnknown" : "kind.open_original.text");
    if (kind === "maybe_sent" || kind === "maybe_sent_itself") {
      const sent =
        other.sentAt === null
          ? t("kind.maybe_sent.unrecorded", { name: other.name })
          : t("kind.maybe_sent.recorded", {
              name: other.name,
              count: other.people ?? 0,
              when: formatMoment(other.sentAt),
            });
      return `${sent} ${t(`kind.${kind}.text`)}`;
    }
    const values = { count: peopleOf(totals), sum: sums(totals) };
    if (kind === "same_payroll" && values.count === 0) return t("kind.same_payroll.textNobody");
    return t(`kind.${kind}.text`, values);
  };
}

type ChosenProps = Props & { chosen: ReadonlySet<string>; onSettled: () => void };

/** Actions that pay nobody. */
function SafeActions(props: ChosenProps): ReactNode {
  const { t } = useTranslation("questions");
  const { go } = useNavigation();
  const {
    question: { kind, other },
    onBack,
    disabled = false,
  } = props;
  const exclusion = useCall();
  const screen = other.state === "draft" ? "check" : other.state === "frozen" ? "approve" : "track";
  return (
    <>
      <div className={classes.safe}>
        <Exclude {...props} exclusion={exclusion} />
        {onBack === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.75} />}
            disabled={disabled}
            onClick={onBack}
            data-testid="question-back"
          >
            {t("back")}
          </Button>
        )}
        {other.id === null || kind === "maybe_sent_itself" ? null : (
          <Button
            size="xs"
            variant="default"
            disabled={disabled}
            onClick={() => other.id === null || go({ name: screen, id: other.id })}
            data-testid="question-open"
          >
            {t("open", { name: other.name })}
          </Button>
        )}
      </div>
      {exclusion.error === null ? null : <ErrorPanel error={exclusion.error} />}
    </>
  );
}

type ExcludeProps = ChosenProps & { exclusion: Call };

/** Excluded people are listed in Check, and can be included again there. */
function Exclude({ payroll, question, chosen, onSettled, onExcluded, exclusion, disabled }: ExcludeProps): ReactNode {
  const { t } = useTranslation("questions");
  const { key, kind, open } = question;
  if (onExcluded === undefined || KINDS[kind].decided !== "byPerson" || !isOpen(question)) return null;
  const exclude = async (): Promise<void> => {
    await ipc.changePayroll(payroll.id, { kind: "exclude_asked", question: key, keys: decidedKeys(question, chosen) });
    onSettled();
    await onExcluded();
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconUserMinus size={16} stroke={1.75} />}
      disabled={disabled}
      loading={exclusion.isBusy}
      onClick={() => void exclusion.run(exclude)}
      data-testid={`question-exclude-${key}`}
    >
      {chosen.size > 0 ? t("exclude.chosen", { count: chosen.size }) : t("exclude.all", { count: open })}
    </Button>
  );
}

function Decide({ payroll, question, chosen, onDecided, onSettled, disabled = false }: ChosenProps): ReactNode {
  const { t } = useTranslation("questions");
  const [reason, setReason] = useState("");
  const { isBusy, error, run } = useCall();
  const { key, kind, open } = question;
  const { reasonLabel } = KINDS[kind];
  const label = useDecideLabel(question, chosen);
  const trimmed = reason.trim();
  const missing = reasonLabel === "labelList" ? "decide.missing.list" : "decide.missing.reason";
  const decide = async (): Promise<void> => {
    const questions = await ipc.decideQuestions(payroll.id, {
      question: key,
      keys: decidedKeys(question, chosen),
      reason: trimmed,
    });
    setReason("");
    onSettled();
    onDecided(questions);
  };
  return (
    <div className={classes.decide}>
      <ReasonField
        label={t(`reason.${reasonLabel}`, { count: open })}
        value={reason}
        onValue={setReason}
        suggestions={usualReasons(question).map((usual) => t(`reason.${usual}`))}
        readOnly={isBusy}
        testid={`question-reason-${key}`}
      />
      {error === null ? null : <ErrorPanel error={error} />}
      <div className={classes.confirm}>
        <Button
          size="xs"
          variant="default"
          disabled={trimmed === "" || disabled}
          loading={isBusy}
          onClick={() => void run(decide)}
          data-testid={`question-decide-${key}`}
        >
          {label}
        </Button>
        <span>{t(trimmed === "" ? missing : "decide.note")}</span>
      </div>
    </div>
  );
}

/** The decision and its people. It pays nobody, so it does not mention payment. */
function useDecideLabel(question: QuestionView, chosen: ReadonlySet<string>): string {
  const { t } = useTranslation("questions");
  const sums = useSums();
  const { decided } = KINDS[question.kind];
  if (decided === "both" || decided === "whole") return t(`decide.${decided}`);
  const what = chosen.size > 0 ? t("decide.chosen", { count: chosen.size }) : t("decide.all", { count: question.open });
  const totals = decidedTotals(question, chosen);
  return totals.length === 0 ? what : t("decide.withSum", { what, sum: sums(totals) });
}
