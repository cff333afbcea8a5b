// A person's yearly totals: the last year as the screen's figure, earlier ones as lines.

import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { Figure, Money } from "../../../components";
import type { YearTotal } from "../../../ipc";
import classes from "./Person.module.css";

/** `years`: the newest first. */
export function Years({ years }: { years: readonly YearTotal[] }): ReactNode {
  const { t } = useTranslation("people");
  const id = useId();
  const [last, ...before] = years;
  return (
    <section className={classes.years} aria-labelledby={id} data-testid="person-years">
      <h2 id={id} className="visually-hidden">
        {t("years.title")}
      </h2>
      {last === undefined ? (
        <p className={classes.nothing}>{t("years.none")}</p>
      ) : (
        <>
          <p className={classes.caption}>{t("years.paidIn", { year: last.year })}</p>
          <Figure label={t("years.payments", { count: last.total.count })}>
            <Money value={last.total.sum} currency={last.total.currency} decimals="grey" />
          </Figure>
        </>
      )}
      {before.length === 0 ? null : (
        <ul className={classes.before}>
          {before.map(({ year, total }) => (
            <li key={year}>
              <span>{year}</span>
              <span className={classes.quiet}>{t("years.payments", { count: total.count })}</span>
              <Money value={total.sum} currency={total.currency} sign="plain" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
