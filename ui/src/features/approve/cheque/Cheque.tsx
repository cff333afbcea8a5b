// The cheque: payer, recipients, amount and file at a glance. Name, sender and period can be corrected here.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type { Currency, ReviewInput, ReviewView, Total } from "../../../ipc";
import { formatMoney } from "../../../lib/currency/money";
import { formatCount, formatDay } from "../../../lib/time/dates";
import classes from "../Approve.module.css";
import { InlineText } from "./InlineText";
import { PeriodPicker } from "./PeriodPicker";
import { amountWords } from "./words";

/** Up to this many batch sizes are listed one by one. */
const BATCHES_LISTED_MAX = 4;
export const NAME_LENGTH_MAX = 80;
const SENDER_LENGTH_MAX = 60;

export type EditedPart = "name" | "sender" | "period" | "approver";

export type ChequeProps = {
  review: ReviewView;
  editing: EditedPart | null;
  onEditing: (part: EditedPart | null) => void;
  onChange: (patch: Partial<ReviewInput>) => void;
  onApprover: (name: string) => void;
  disabled: boolean;
  now: Date;
};

export function Cheque(props: ChequeProps): ReactNode {
  return (
    <section className={classes.cheque}>
      <Stub {...props} />
      <div className={classes.face}>
        <Head {...props} />
        {props.review.totals.length === 1 ? <OneLine {...props} /> : <SeveralLines {...props} />}
        <Foot {...props} />
      </div>
    </section>
  );
}

function Stub({ review, editing, onEditing, onChange, disabled }: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <dl className={classes.stub}>
      <Fact label={t("stub.file")}>
        <span className={classes.fileName}>{review.fileName === "" ? t("stub.noFile") : review.fileName}</span>
      </Fact>
      <Fact label={t("stub.period")}>
        <PeriodPicker
          value={review.input.period}
          isOpen={editing === "period"}
          onOpen={(isOpen) => onEditing(isOpen ? "period" : null)}
          onSave={(period) => onChange({ period })}
          disabled={disabled}
        />
      </Fact>
      <Fact label={t("stub.largest")}>
        <span className={classes.largest}>
          <Money value={review.largest.sum} currency={review.largest.currency} />
          <span className={classes.largestName}>{review.largestName}</span>
        </span>
      </Fact>
      <Fact label={review.banks === 0 ? t("stub.wallets") : t("stub.banks")}>
        <Banks review={review} />
      </Fact>
      <Fact label={t("stub.sentAs")}>
        <Batches batches={review.batches} />
      </Fact>
      {review.fees.length === 0 ? null : (
        <Fact label={t("stub.fees")}>
          <span data-testid="approve-fees">
            {review.fees.map(({ sum, currency }) => formatMoney(sum, currency)).join(", ")}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Banks({ review: { banks, wallets, countries, banksListedAt } }: { review: ReviewView }): ReactNode {
  const { t } = useTranslation("approve");
  const [only] = countries;
  const where = only === undefined ? "" : t(`country.${only}`);
  const parts = [
    banks === 0
      ? null
      : countries.length > 1
        ? t("stub.bankCountSeveral", { count: banks, countries: countries.length })
        : t("stub.bankCount", { count: banks, where }),
    wallets === 0 ? null : t(banks === 0 ? "stub.walletCount" : "stub.walletsToo", { count: wallets }),
  ];
  const all = parts.filter((part) => part !== null).join(", ");
  if (banksListedAt === null) return all;
  return (
    <>
      {all}
      <span className={classes.listed}>{t("stub.listed", { day: formatDay(banksListedAt) })}</span>
    </>
  );
}

function Batches({ batches }: { batches: Total[] }): ReactNode {
  const { t } = useTranslation("approve");
  if (batches.length === 1) return t("stub.oneBatch");
  const sizes = batches.map(({ count }) => count);
  return sizes.length <= BATCHES_LISTED_MAX
    ? t("stub.batchesListed", { count: sizes.length, sizes: sizes.map(formatCount).join(", ") })
    : t("stub.batchesSummed", { count: sizes.length, most: formatCount(Math.max(...sizes)) });
}

function Head({ review, editing, onEditing, onChange, disabled, now }: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.chequeHead}>
      <div className={classes.sender}>
        <InlineText
          label={t("edit.sender")}
          value={review.input.senderName}
          testId="approve-sender"
          lengthMax={SENDER_LENGTH_MAX}
          isEditing={editing === "sender"}
          onEditing={(isEditing) => onEditing(isEditing ? "sender" : null)}
          onSave={(senderName) => onChange({ senderName })}
          disabled={disabled}
          className={classes.senderName}
        >
          {review.input.senderName}
        </InlineText>
        <p className={classes.caption}>{t("cheque.senderCaption", { profile: review.profileName })}</p>
      </div>
      <div className={classes.date}>
        <span className={classes.caption}>{t("cheque.date")}</span>
        <span>{formatDay(now.toISOString())}</span>
      </div>
    </div>
  );
}

function Name({ review, editing, onEditing, onChange, disabled }: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <InlineText
      label={t("edit.name")}
      value={review.input.name}
      testId="approve-name"
      lengthMax={NAME_LENGTH_MAX}
      isEditing={editing === "name"}
      onEditing={(isEditing) => onEditing(isEditing ? "name" : null)}
      onSave={(name) => onChange({ name })}
      disabled={disabled}
      className={classes.payrollName}
    >
      {t("cheque.for", { name: review.input.name })}
    </InlineText>
  );
}

function OneLine(props: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  const [total] = props.review.totals;
  if (total === undefined) return null;
  return (
    <>
      <div className={classes.payLine}>
        <div className={classes.payee}>
          <span className={classes.caption}>{t("cheque.pay")}</span>
          <span className={classes.payeeText}>
            <strong>{t("cheque.people", { count: total.count })}</strong>
            <Name {...props} />
          </span>
        </div>
        <div className={classes.amount} data-testid="approve-total">
          <Money value={total.sum} currency={total.currency} className={classes.figure} />
        </div>
      </div>
      <div className={classes.words}>
        <span className={classes.caption}>{t("cheque.sumOf")}</span>
        <p>
          <Words total={total} />
        </p>
      </div>
    </>
  );
}

function SeveralLines(props: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.lines}>
      <div className={classes.payee}>
        <span className={classes.caption}>{t("cheque.pay")}</span>
        <span className={classes.payeeText}>
          <strong>
            {t("cheque.people", { count: props.review.totals.reduce((people, { count }) => people + count, 0) })}
          </strong>
          <Name {...props} />
        </span>
      </div>
      <div className={classes.lineGrid}>
        {props.review.totals.map((total) => (
          <Line key={total.currency} total={total} />
        ))}
      </div>
    </div>
  );
}

function Line({ total }: { total: Total }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <>
      <div className={classes.lineWords}>
        <span className={classes.caption}>
          {t("cheque.peopleIn", { people: t("cheque.people", { count: total.count }), currency: total.currency })}
        </span>
        <p>
          <Words total={total} />
        </p>
      </div>
      <div className={classes.amount} data-small data-testid={`approve-total-${total.currency}`}>
        <Money value={total.sum} currency={total.currency} className={classes.figure} />
      </div>
    </>
  );
}

function Words({ total }: { total: Total }): ReactNode {
  const { t } = useTranslation("approve");
  const { major, minor, majorCount, minorCount } = amountWords(total.sum);
  const majorName = t(`major.${total.currency}`, { count: majorCount });
  return minor === null
    ? t("cheque.only", { major, majorName })
    : t("cheque.onlyAndMinor", {
        major,
        majorName,
        minor,
        minorName: t(`minor.${total.currency}`, { count: minorCount }),
      });
}

function Foot(props: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  const { review } = props;
  const currencies: Currency[] = review.totals.map(({ currency }) => currency);
  return (
    <div className={classes.chequeFoot}>
      <div className={classes.from}>
        <span className={classes.caption}>{t("cheque.from")}</span>
        <span>
          {t("cheque.wallet", {
            count: currencies.length,
            profile: review.profileName,
            currencies: currencies.join(", "),
          })}
        </span>
      </div>
      {review.host === "" ? null : (
        <div className={classes.from} data-testid="approve-host">
          <span className={classes.caption}>{t("cheque.sentTo")}</span>
          <span>{review.host}</span>
        </div>
      )}
      <Signature {...props} />
    </div>
  );
}

/** The approver: a person, not the company. The name is stored in the profile and recorded with the payment. */
function Signature({ review, editing, onEditing, onApprover, disabled }: ChequeProps): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.signature}>
      <span>{t("cheque.toBeApprovedBy")}</span>
      <InlineText
        label={t("edit.approver")}
        value={review.approver ?? ""}
        testId="approve-approver"
        lengthMax={NAME_LENGTH_MAX}
        isEditing={editing === "approver"}
        onEditing={(isEditing) => onEditing(isEditing ? "approver" : null)}
        onSave={onApprover}
        disabled={disabled}
        className={classes.approver}
      >
        {review.approver ?? t("approver.enter")}
      </InlineText>
    </div>
  );
}
