/** The payable part: people, total, and banks. */
import { useMediaQuery } from "@mantine/hooks";
import { memo } from "react";
import { Trans } from "react-i18next";
import { Figure, Money, SegmentBar, type Segment } from "../../../components";
import type { DraftView } from "../../../ipc";
import { shortBankName } from "../../../lib/banks/bankNames";
import { formatAmount } from "../../../lib/currency/money";
import { bankParts, BANKS_SHOWN_MAX, type BankPart } from "../banks/bankParts";
import { useWords } from "../words";
import classes from "./FigureZone.module.css";

/** Fewer banks in a narrow window; bar and legend still add up to the figure. */
const NARROW = "(max-width: 1060px)";
const BANKS_SHOWN_NARROW = 3;

const COLORS = ["seq-1", "seq-2", "seq-3", "seq-4", "seq-5", "seq-6"] as const;

export const FigureZone = memo(function FigureZone({ draft }: { draft: DraftView }) {
  const t = useWords();
  const payable = draft.payable.reduce((count, total) => count + total.count, 0);
  const [own, ...others] = draft.payable;
  const isNarrow = useMediaQuery(NARROW);
  const parts = bankParts(draft.banks, draft.currency, isNarrow === true ? BANKS_SHOWN_NARROW : BANKS_SHOWN_MAX);
  return (
    <section className={classes.figures}>
      <div className={classes.figure}>
        <p className={classes.people} data-testid="check-people">
          <Trans t={t} i18nKey="canBePaid" count={draft.rows} values={{ payable }} components={{ 1: <b /> }} />
          {draft.toDecide > 0 && ` · ${t("toReview", { count: draft.toDecide })}`}
        </p>
        <Figure>
          <Money value={own?.sum ?? "0"} currency={own?.currency ?? draft.currency} decimals="grey" />
        </Figure>
      </div>
      {others.length > 0 ? <Currencies draft={draft} /> : <BankBar parts={parts} draft={draft} />}
    </section>
  );
});

/** Sums of several currencies cannot be added, so each has its own. */
function Currencies({ draft }: { draft: DraftView }) {
  const t = useWords();
  return (
    <ul className={classes.currencies}>
      {draft.payable.map(({ currency, sum, count }) => (
        <li key={currency}>
          <span className={classes.bankName}>{t("peopleIn", { count, currency })}</span>
          <Money className={classes.bankSum} value={sum} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

function BankBar({ parts, draft }: { parts: BankPart[]; draft: DraftView }) {
  const t = useWords();
  if (parts.length === 0) return null;
  const colorAt = (at: number) => COLORS[Math.min(at, COLORS.length - 1)] ?? "seq-6";
  const segments = parts.map(({ code, share, name }, at): Segment => {
    return { key: code, share, color: name === undefined ? "seq-6" : colorAt(at) };
  });
  return (
    <div className={classes.banks}>
      <SegmentBar segments={segments} />
      <ul className={classes.bankList} aria-label={t("byBank")}>
        {parts.map(({ code, name, banks, sum }, at) => (
          <li key={code} className={classes.bank}>
            <span className={classes.bankName}>
              <i className={classes.dot} data-dot data-color={name === undefined ? "seq-6" : colorAt(at)} />
              <span className={classes.bankWord} title={name}>
                {name === undefined ? t("otherBanks", { count: banks }) : shortBankName(name)}
              </span>
            </span>
            <span className={classes.bankSum} title={formatAmount(sum, draft.currency)}>
              {formatAmount(sum.split(".")[0] ?? sum, draft.currency)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
