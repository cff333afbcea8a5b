/** The provider's answer to each tested call: a word, and a sentence if it has a consequence. */
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CheckedCallView, ProviderAnswer } from "../ipc";
import classes from "./CheckedCalls.module.css";
import { useErrorWords } from "./ErrorPanel";
import { Pill } from "./State";
import type { StateStyle } from "./states";

const STYLES: Readonly<Record<ProviderAnswer, StateStyle>> = {
  works: { icon: IconCircleCheck, tone: "paid" },
  not_offered: { icon: IconCircleDashed, tone: "attention", outlined: true },
  not_known: { icon: IconHelpCircle, tone: "attention", outlined: true },
  not_set: { icon: IconCircleDashed, tone: "plain", outlined: true },
  failed: { icon: IconCircleX, tone: "failed" },
};

export function CheckedCalls({ calls }: { calls: readonly CheckedCallView[] }): ReactNode {
  const { t } = useTranslation("settings");
  const errorWords = useErrorWords();
  const sentence = ({ call, answer, error }: CheckedCallView): string => {
    if (call === "token" && error?.code === "token_refused") return t("calls.keyRefused");
    if (error !== null) return errorWords(error).title;
    if (answer === "works" || answer === "failed") return "";
    return answer === "not_known" ? t("calls.notKnown") : t(`calls.without.${call}`);
  };
  return (
    <div data-testid="checked-calls" role="status">
      <ul className={classes.calls}>
        {calls.map((checked) => (
          <li key={checked.call} className={classes.call} data-call={checked.call} data-answer={checked.answer}>
            <span className={classes.name}>{t(`calls.name.${checked.call}`)}</span>
            <span className={classes.answer}>
              <Pill stateStyle={STYLES[checked.answer]} word={t(`calls.answer.${checked.answer}`)} />
            </span>
            <span className={classes.sentence}>{sentence(checked)}</span>
          </li>
        ))}
      </ul>
      {calls.some(({ answer }) => answer === "failed") ? null : <p className={classes.after}>{t("calls.after")}</p>}
    </div>
  );
}
