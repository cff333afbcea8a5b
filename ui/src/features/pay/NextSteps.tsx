/** For a first run: the steps after the file, since dropping it does not pay. */
import { useTranslation } from "react-i18next";
import classes from "./NextSteps.module.css";

const STEPS = ["check", "approve", "track"] as const;

export function NextSteps() {
  const { t } = useTranslation("pay");
  return (
    <section data-testid="pay-next">
      <h2 className={classes.title}>{t("next.title")}</h2>
      <ol className={classes.steps}>
        {STEPS.map((step, at) => (
          <li key={step} className={classes.step}>
            <span className={classes.number} aria-hidden>
              {at + 1}
            </span>
            <div>
              <h3 className={classes.name}>{t(`next.${step}.name`)}</h3>
              <p className={classes.text}>{t(`next.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
