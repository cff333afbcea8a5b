// Questions about people who are in other payrolls, too. Each is decided, with a reason, before this payroll is sent.

import { IconCircleCheck, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import type { QuestionView } from "../../ipc";
import { formatPeriod } from "../../lib/time/dates";
import { peopleOf } from "../../payroll/totals";
import { Question } from "./Question";
import classes from "./Questions.module.css";
import type { QuestionsProps } from "./types";
import { isOpen, openCount } from "./words";

export function Questions(props: QuestionsProps): ReactNode {
  const { t } = useTranslation("questions");
  const { questions } = props;
  if (questions.length === 0) return null;
  const open = openCount(questions);
  return (
    <section className={classes.questions} aria-label={t("list")} data-testid="questions" data-open={open}>
      <h2>{open === 0 ? t("titleDecided") : t("title", { count: open })}</h2>
      {questions.map((question) =>
        isOpen(question) ? (
          <Question key={question.key} {...props} question={question} />
        ) : (
          <Decided key={question.key} {...props} question={question} />
        ),
      )}
    </section>
  );
}

/** One line, which can be opened to show the decision. */
function Decided({ question, ...props }: QuestionsProps & { question: QuestionView }): ReactNode {
  const { t } = useTranslation("questions");
  const [isUnfolded, setUnfolded] = useState(false);
  const { kind, other, reason, totals } = question;
  const title = t(`kind.${kind}.title`, {
    name: other.name,
    period: formatPeriod(other.period),
    count: peopleOf(totals),
  });
  return (
    <div className={classes.decided} data-testid={`question-decided-${question.key}`}>
      <button type="button" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        <span>{reason === null ? t("decidedEach", { title }) : t("decidedWith", { title, reason })}</span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
      </button>
      {isUnfolded ? <Question {...props} question={question} /> : null}
    </div>
  );
}
