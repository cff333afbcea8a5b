// The decision: whether the service pays at once, the total typed, and the button that pays.

import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";

import { Button, Switch, TextInput } from "@mantine/core";
import { IconCircleCheck, IconClockExclamation, IconLock, IconShieldCheck } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../components";
import { useLength } from "../../components/useLength";
import { useTokenLife, useTokenTooShort } from "../../frame/token";
import type { ReviewView, Total } from "../../ipc";
import { formatWhen } from "../../lib/dates";
import { moneyParts } from "../../lib/money";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import classes from "./Approve.module.css";
import { compareTotal, digitsTyped, type TypedTotal } from "./typedTotal";

type Props = {
  review: ReviewView;
  typed: string;
  onTyped: (typed: string) => void;
  instant: boolean;
  onInstant: (instant: boolean) => void;
  isLocked: boolean;
  isUnlocking: boolean;
  onUnlock: () => void;
  /** A change is being frozen: what would be paid is not settled. */
  isChanging: boolean;
  isPaying: boolean;
  onPay: (typedTotal: string) => void;
  field: Ref<HTMLInputElement>;
};

export function PayCard(props: Props): ReactNode {
  const { t } = useTranslation("approve");
  const [own] = props.review.totals;
  const helpId = useId();
  const tooShort = useTokenTooShort();
  if (own === undefined) return null;
  const comparison = compareTotal(props.typed, own.sum, own.currency);
  const mayPay = comparison.kind === "same" && !props.isLocked && tooShort === null && !props.isChanging;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const digits = digitsTyped(props.typed, own.sum, own.currency);
    if (mayPay && digits !== null) props.onPay(digits);
  };
  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <Instant instant={props.instant} onInstant={props.onInstant} />
      <hr className={classes.rule} />
      <TotalField {...props} own={own} comparison={comparison} helpId={helpId} />
      {props.isLocked ? <Locked isUnlocking={props.isUnlocking} onUnlock={props.onUnlock} /> : null}
      {tooShort === null ? null : <TokenTooShort endsAt={tooShort} />}
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.pay}
        data-several={props.review.totals.length > 1 || undefined}
        disabled={!mayPay}
        loading={props.isPaying}
        aria-describedby={helpId}
        data-testid="approve-pay"
      >
        <PayLabel totals={props.review.totals} />
      </Button>
      <p className={classes.once}>
        <IconShieldCheck size={18} stroke={1.75} aria-hidden />
        {t("pay.once")}
      </p>
    </form>
  );
}

function Instant({ instant, onInstant }: { instant: boolean; onInstant: (instant: boolean) => void }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <Switch
      className={classes.instant}
      labelPosition="left"
      label={t("instant.label")}
      description={instant ? t("instant.on") : t("instant.off")}
      checked={instant}
      onChange={(event) => onInstant(event.currentTarget.checked)}
      data-testid="approve-instant"
    />
  );
}

type FieldProps = Props & { own: Total; comparison: TypedTotal; helpId: string };

function TotalField({ review, typed, onTyped, isPaying, own, comparison, helpId, field }: FieldProps): ReactNode {
  const { t } = useTranslation("approve");
  const isSeveral = review.totals.length > 1;
  const { sign } = moneyParts(own.sum, own.currency);
  const isSame = comparison.kind === "same";
  return (
    <div className={classes.total}>
      <TextInput
        ref={field}
        size="lg"
        label={isSeveral ? t("total.labelOf", { currency: own.currency }) : t("total.label")}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        readOnly={isPaying}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        leftSection={<span className={classes.sign}>{sign}</span>}
        leftSectionWidth={sign.length > 1 ? 60 : 40}
        rightSection={isSame ? <Same /> : null}
        rightSectionWidth={isSame ? 124 : 12}
        aria-describedby={helpId}
        classNames={{ input: classes.totalInput }}
        data-testid="approve-total-input"
      />
      <p id={helpId} className={classes.help} data-kind={comparison.kind} aria-live="polite">
        <Help comparison={comparison} currency={own.currency} isSeveral={isSeveral} />
      </p>
    </div>
  );
}

function Same(): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <span className={classes.same}>
      <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      {t("total.same")}
    </span>
  );
}

function Help({ comparison, currency, isSeveral }: { comparison: TypedTotal; currency: string; isSeveral: boolean }): ReactNode {
  const { t } = useTranslation("approve");
  switch (comparison.kind) {
    case "same":
      return isSeveral ? t("total.also") : null;
    case "empty":
    case "typing":
    case "not_a_number":
    case "grouping":
      return t(`total.help.${comparison.kind}`);
    case "other_currency":
      return t("total.help.other_currency", { currency });
    case "more_digits":
    case "fewer_digits":
      return t(`total.help.${comparison.kind}`, { count: comparison.count });
    case "swapped":
      return t("total.help.swapped", { at: comparison.at, next: comparison.at + 1 });
    case "digit":
      return t("total.help.digit", { at: comparison.at, typed: comparison.typed, expected: comparison.expected });
  }
}

function Locked({ isUnlocking, onUnlock }: { isUnlocking: boolean; onUnlock: () => void }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.locked} role="status">
      <IconLock size={18} stroke={1.75} aria-hidden />
      <p>{t("locked.text")}</p>
      <Button size="xs" variant="default" loading={isUnlocking} onClick={onUnlock} data-testid="approve-unlock">
        {t("locked.unlock")}
      </Button>
    </div>
  );
}

/** The desk would refuse it as well; better to hear of it before the total is typed. */
function TokenTooShort({ endsAt }: { endsAt: string }): ReactNode {
  const { t } = useTranslation("approve");
  const { go } = useNavigation();
  const { submissionSMax } = useSession();
  const life = useTokenLife();
  const length = useLength();
  return (
    <div className={classes.locked} role="status" data-testid="approve-token">
      <IconClockExclamation size={18} stroke={1.75} aria-hidden />
      <p>{t(life.kind === "ended" ? "token.ended" : "token.ends", { time: formatWhen(endsAt), length: length(submissionSMax) })}</p>
      <Button size="xs" variant="default" onClick={() => go({ name: "settings", section: "secrets" })} data-testid="approve-replace-token">
        {t("token.replace")}
      </Button>
    </div>
  );
}

/** "Pay 311 people ₦45,120,300.00", people and amount split by a thin rule. */
function PayLabel({ totals }: { totals: Total[] }): ReactNode {
  const { t } = useTranslation("approve");
  const people = totals.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className={classes.payLabel}>
      <span>{t("pay.button", { count: people })}</span>
      {totals.map(({ sum, currency }) => (
        <span key={currency} className={classes.payAmount}>
          <Money value={sum} currency={currency} />
        </span>
      ))}
    </span>
  );
}
