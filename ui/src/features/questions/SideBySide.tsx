// Compares two nearly equal payrolls, fact by fact.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { State } from "../../components";
import type { OtherPayrollView } from "../../ipc";
import { formatCount, formatMoment, formatPeriod } from "../../lib/time/dates";
import { useSums } from "../../payroll/useSums";
import { peopleOf } from "../../payroll/totals";
import classes from "./Questions.module.css";
import type { ThisPayroll } from "./types";

export function SideBySide({ payroll, other }: { payroll: ThisPayroll; other: OtherPayrollView }): ReactNode {
  const { t } = useTranslation("questions");
  const sums = useSums();
  const approved = ({ approvedAt, approvedBy }: Pick<OtherPayrollView, "approvedAt" | "approvedBy">): string => {
    if (approvedAt === null) return t("side.notApproved");
    const when = formatMoment(approvedAt);
    return approvedBy === null || approvedBy === "" ? when : t("side.approvedBy", { when, who: approvedBy });
  };
  const facts: [string, ReactNode, ReactNode][] = [
    [t("side.name"), payroll.name, other.name],
    [t("side.period"), formatPeriod(payroll.period), formatPeriod(other.period)],
    [t("side.people"), formatCount(peopleOf(payroll.totals)), formatCount(peopleOf(other.totals))],
    [t("side.total"), sums(payroll.totals), sums(other.totals)],
    [
      t("side.state"),
      <State key="here" of="payroll" state={payroll.state} />,
      other.state === null ? "–" : <State key="there" of="payroll" state={other.state} />,
    ],
    [t("side.approved"), t("side.notApproved"), approved(other)],
  ];
  return (
    <table className={classes.sides} data-testid="question-sides">
      <thead>
        <tr>
          <th scope="col">{t("side.fact")}</th>
          <th scope="col">{t("side.this")}</th>
          <th scope="col">{t("side.other")}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(([label, here, there]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{here}</td>
            <td>{there}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
