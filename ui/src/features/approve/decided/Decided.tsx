// Differences from the file: changed values, and the user's decisions. Similar ones are grouped; a line can be opened
// to list its people.

import {
  IconAlertTriangleFilled,
  IconArrowsDiff,
  IconBuildingBank,
  IconCircleMinus,
  IconCopy,
  IconPencil,
  IconUserCheck,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type {
  ChangeView,
  DecisionView,
  Difference,
  DifferenceKind,
  Earlier,
  ListedPerson,
  ProblemCode,
  ReviewView,
} from "../../../ipc";
import { formatMoney } from "../../../lib/currency/money";
import { formatDay } from "../../../lib/time/dates";
import classes from "../Approve.module.css";
import { Bridge } from "./Bridge";
import { Line } from "./Line";
import { allMatch, Names } from "./Names";

/** Up to this many rows are named in a line. */
const ROWS_NAMED_MAX = 2;

export function Decided({ review }: { review: ReviewView }): ReactNode {
  const { t } = useTranslation("approve");
  const { changes, decisions, names } = review;
  const isAboutNames = decisions.length === 0 && allMatch(names);
  return (
    <div className={classes.decided}>
      <Compared review={review} />
      <section>
        <h2>{t("changes.title")}</h2>
        {changes.length === 0 ? <p className={classes.nothing}>{t("changes.none")}</p> : null}
        <ul>
          {changes.map((change, at) => (
            // Added rows have no number, so keys would not be unique; the order of the list is fixed.
            <Change key={`${at} ${change.kind}`} change={change} />
          ))}
        </ul>
      </section>
      <section>
        <h2>{t(isAboutNames ? "names.title" : "decisions.title")}</h2>
        <ul>
          <Names names={names} isTitled={isAboutNames} />
          {decisions.map((decision, at) => (
            <Decision key={`${at} ${decision.accepted ?? "out"}`} decision={decision} />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The bridge lists everyone who joined or left. */
const IN_BRIDGE: readonly DifferenceKind[] = ["new_person", "person_gone"];

/** An identical file of another payroll, the bridge from the last payroll, and people whose account or pay differs. */
function Compared({ review: { comparison: view, bridge, totals } }: { review: ReviewView }): ReactNode {
  const { t } = useTranslation(["approve", "check"]);
  if (view.with === null && view.sameFile === null) return null;
  const isSame = view.counts.length === 0 && (bridge?.currencies.every(({ parts }) => parts.length === 0) ?? true);
  return (
    <section data-testid="approve-compared">
      <h2>{t("compared.title", { name: view.with?.name ?? view.sameFile?.name ?? "" })}</h2>
      {view.sameFile === null ? null : <SameFile file={view.sameFile} />}
      {bridge === null || isSame ? null : <Bridge bridge={bridge} totals={totals} />}
      <ul>
        {view.counts
          .filter(({ kind }) => !IN_BRIDGE.includes(kind))
          .map(({ kind, count }) => (
            <Line
              key={kind}
              icon={IconArrowsDiff}
              text={t(`check:compared.count.${kind}`, { count, pct: view.thresholdPct })}
              where={null}
              people={view.differences.filter((one) => one.kind === kind).map(differing)}
              count={count}
            />
          ))}
      </ul>
      {view.with !== null && isSame ? <p className={classes.nothing}>{t("compared.none")}</p> : null}
    </section>
  );
}

function SameFile({ file: { name, approvedAt } }: { file: Earlier }): ReactNode {
  const { t } = useTranslation("check");
  return (
    <ul>
      <li className={classes.decisionLine} data-tone="attention" data-testid="approve-same-file">
        <IconAlertTriangleFilled size={18} aria-hidden />
        <span className={classes.lineText}>
          {t("compared.sameFile", { name, when: approvedAt === null ? "" : formatDay(approvedAt) })}
        </span>
      </li>
    </ul>
  );
}

/** A person whose payment differs from the last one, with the changed value. */
function differing(one: Difference): ListedPerson {
  const { kind, row, name, currency, amount, amountBefore } = one;
  const shown = amount ?? amountBefore;
  const money = (value: string | null): string | null => (value === null ? null : formatMoney(value, currency));
  const isMoved = kind === "amount_up" || kind === "amount_down";
  return {
    row,
    name,
    amount: shown === null ? null : { count: 1, sum: shown, currency },
    from: isMoved ? money(amountBefore) : one.accountBefore,
    to: isMoved ? money(amount) : one.account,
    holder: null,
    reason: null,
  };
}

function Change({ change }: { change: ChangeView }): ReactNode {
  const { t } = useTranslation(["approve", "check"]);
  const { kind, skippedAs, from, to } = change;
  const about = useAbout();
  const field = change.field === null ? "" : t(`field.${change.field}`);
  switch (kind) {
    case "zero_added":
      return <Line icon={IconPencil} text={t("changes.zero_added")} {...about(change)} />;
    case "bank_chosen": {
      const isOne = from !== null && to !== null;
      // An added row has no bank spelling of the file.
      const one = from === "" ? "changes.bank_filled" : "changes.bank_chosen";
      const text = isOne ? t(one, { from, to }) : t("changes.bank_chosen_several");
      return <Line icon={IconBuildingBank} text={text} {...about(change)} />;
    }
    case "put_back": {
      const taken = skippedAs === null ? "" : t(`check:skipped.kind.${skippedAs}`);
      const text =
        to === null || to === ""
          ? t("changes.put_back_several", { kind: taken })
          : t("changes.put_back", { kind: taken, name: to });
      return <Line icon={IconUserPlus} text={text} {...about(change)} />;
    }
    case "edited":
      if (from === null || to === null)
        return <Line icon={IconPencil} text={t("changes.edited", { field })} {...about(change)} />;
      return (
        <Line
          icon={IconPencil}
          text={t(to === "" ? "changes.editedCleared" : from === "" ? "changes.editedFilled" : "changes.editedFromTo", {
            field,
            from,
            to,
          })}
          {...about(change)}
        />
      );
  }
}

const DUPLICATES: readonly ProblemCode[] = ["duplicate_account", "duplicate_payment", "name_with_two_accounts"];

function Decision({ decision }: { decision: DecisionView }): ReactNode {
  const { t } = useTranslation("approve");
  const about = useAbout();
  const { accepted, name, sum, reasons } = decision;
  if (accepted === null) {
    const text = name === null ? t("decisions.leftOutSeveral") : t("decisions.leftOut", { name });
    const where = sum === null ? {} : { where: <Money value={sum.sum} currency={sum.currency} /> };
    return <Line icon={IconCircleMinus} text={text} reasons={reasons} {...about(decision)} {...where} />;
  }
  const what = t(`decisions.accepted.${accepted}`);
  return (
    <Line
      icon={DUPLICATES.includes(accepted) ? IconCopy : IconUserCheck}
      text={name === null ? what : t("decisions.named", { name, what })}
      reasons={reasons}
      {...about(decision)}
    />
  );
}

type About = { rows: (number | null)[]; people: ListedPerson[] };

/** The people of a line: their rows if these are few, otherwise their number. */
function useAbout(): (line: About) => { where: string; people: ListedPerson[]; count: number } {
  const { t } = useTranslation("approve");
  const where = (rows: readonly (number | null)[]): string => {
    if (rows.length > ROWS_NAMED_MAX) return t("where.people", { count: rows.length });
    if (rows.length > 1) return t("where.rows", { rows: rows.map((row) => row ?? t("where.added")).join(", ") });
    return rows[0] === null ? t("where.rowAdded") : t("where.row", { row: rows[0] ?? "" });
  };
  return ({ rows, people }) => ({ where: where(rows), people, count: rows.length });
}
