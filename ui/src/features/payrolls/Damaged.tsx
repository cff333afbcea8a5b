// Damaged payrolls: the readable data of each, the effect on the money, and the next action.

import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { State } from "../../components";
import type { PayrollLine } from "../../ipc";
import { formatMoment, formatPeriodShort } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { isPeriod, screenOf } from "./lines";
import classes from "./Payrolls.module.css";

export function Damaged({ lines }: { lines: PayrollLine[] }): ReactNode {
  const { t } = useTranslation("payrolls");
  if (lines.length === 0) return null;
  return (
    <section className={classes.damaged} role="alert" data-testid="payrolls-damaged">
      <h3>{t("damaged.title", { count: lines.length })}</h3>
      <p>
        {t("damaged.text")} {t("damaged.action")}
      </p>
      <ul aria-label={t("damaged.list")}>
        {lines.map((line) => (
          <DamagedLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function DamagedLine({ line }: { line: PayrollLine }): ReactNode {
  const { t } = useTranslation("payrolls");
  const { go } = useNavigation();
  const { id, name, period, createdAt, damagedAt } = line;
  const facts = [
    isPeriod(period) ? formatPeriodShort(period) : null,
    createdAt === "" ? null : t("damaged.created", { when: formatMoment(createdAt) }),
    damagedAt === null ? null : t("damaged.place", { place: damagedAt }),
  ].filter((fact) => fact !== null);
  return (
    <li data-testid={`payroll-damaged-${id}`}>
      <State of="payroll" state="damaged" />
      <UnstyledButton className={classes.damagedName} onClick={() => go(screenOf(line))}>
        {name === "" ? t("damaged.nameless", { id }) : name}
      </UnstyledButton>
      <span className={`${classes.facts} selectable`}>{facts.join(" · ")}</span>
    </li>
  );
}
