// The decision: instant payment, the typed totals, and the Pay button.

import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";

import { Button, Switch } from "@mantine/core";
import {
  IconBuildingBank,
  IconClockExclamation,
  IconListCheck,
  IconLock,
  IconShieldCheck,
  IconSignature,
  IconWallet,
} from "@tabler/icons-react";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money, TotalFields, useConfirmedTotals } from "../../components";
import { useDurationText } from "../../components/useDurationText";
import { useTokenLife, useTokenTooShort } from "../../session/token";
import type { Currency, ReviewView, Total } from "../../ipc";
import { formatWhen } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import { BlockedHint } from "../blocked/BlockedHint";
import { openCount } from "../questions/words";
import classes from "./Approve.module.css";
import { InsufficientBalanceBar } from "./Balance";
import type { Approval } from "./useApproval";

type Props = {
  review: ReviewView;
  approval: Approval;
  instant: boolean;
  onInstant: (instant: boolean) => void;
  /** A change is being frozen: the payment is not final. */
  isChanging: boolean;
  isPaying: boolean;
  onShowQuestions: () => void;
  onNameApprover: () => void;
};

export function PayCard(props: Props): ReactNode {
  const { t } = useTranslation("approve");
  const { approval } = props;
  const { totals } = props.review;
  const isBlocked = useSession().blocked !== null;
  const tooShort = useTokenTooShort();
  const confirmed = useConfirmedTotals(totals, approval.typed);
  if (totals.length === 0) return null;
  const open = openCount(props.review.questions);
  const isNamed = props.review.approver !== null;
  const unconfirmed = props.review.unconfirmed?.people ?? 0;
  const missing = props.review.walletsMissing;
  const isReady = !isBlocked && isNamed && open === 0 && unconfirmed === 0 && missing.length === 0;
  const mayPay = isReady && !approval.isLocked && tooShort === null && !props.isChanging;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayPay && confirmed !== null) void approval.pay(confirmed);
  };
  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <Instant instant={props.instant} onInstant={props.onInstant} />
      <hr className={classes.rule} />
      <TotalFields
        totals={totals}
        typed={approval.typed}
        onTyped={approval.setTyped}
        readOnly={props.isPaying}
        field={approval.field}
        testid="approve-total-input"
      />
      <BlockedHint />
      <InsufficientBalanceBar id={props.review.id} />
      {open === 0 ? null : <OpenQuestions count={open} onShow={props.onShowQuestions} />}
      {missing.length === 0 ? null : <WalletsNeeded currencies={missing} />}
      {isNamed ? null : <NoApprover onName={props.onNameApprover} />}
      {unconfirmed === 0 || approval.isLocked ? null : <Unconfirmed count={unconfirmed} approval={approval} />}
      {approval.isLocked ? <Locked approval={approval} /> : null}
      {tooShort === null ? null : <TokenTooShort endsAt={tooShort} />}
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.pay}
        data-several={totals.length > 1 || undefined}
        disabled={!mayPay || confirmed === null}
        loading={props.isPaying}
        data-testid="approve-pay"
      >
        <PayLabel totals={totals} />
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
      // The description is read after the name, not as part of it.
      aria-label={t("instant.label")}
      description={
        instant ? (
          <>
            {t("instant.on")} <span className={classes.instantOff}>{t("instant.onOff")}</span>
          </>
        ) : (
          t("instant.off")
        )
      }
      checked={instant}
      onChange={(event) => onInstant(event.currentTarget.checked)}
      data-testid="approve-instant"
    />
  );
}

/** Why the button is disabled, and the way to the missing input. */
function OpenQuestions({ count, onShow }: { count: number; onShow: () => void }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.locked} role="status" data-testid="approve-questions-open">
      <IconListCheck size={18} stroke={1.75} aria-hidden />
      <p>{t("questions.open", { count })}</p>
      <Button size="xs" variant="default" onClick={onShow} data-testid="approve-questions-show">
        {t("questions.show")}
      </Button>
    </div>
  );
}

/** Their passwords are entered above. */
function WalletsNeeded({ currencies }: { currencies: readonly Currency[] }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.locked} role="status" data-testid="approve-wallets-needed">
      <IconWallet size={18} stroke={1.75} aria-hidden />
      <p>{t("wallets.needed", { currencies: currencies.join(", ") })}</p>
    </div>
  );
}

/** Nothing is paid before an approver is named. */
function NoApprover({ onName }: { onName: () => void }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.locked} role="status" data-testid="approve-no-approver">
      <IconSignature size={18} stroke={1.75} aria-hidden />
      <p>{t("approver.missing")}</p>
      <Button size="xs" variant="default" onClick={onName} data-testid="approve-name-approver">
        {t("approver.enter")}
      </Button>
    </div>
  );
}

/** A code of the built-in list may differ at the service. Unlocking fetches the service's list. */
function Unconfirmed({ count, approval }: { count: number; approval: Approval }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.locked} role="status" data-testid="approve-unconfirmed">
      <IconBuildingBank size={18} stroke={1.75} aria-hidden />
      <p>{t("unconfirmed.text", { count })}</p>
      <Button
        size="xs"
        variant="default"
        loading={approval.isFetchingBanks}
        onClick={() => void approval.fetchBanks()}
        data-testid="approve-fetch-banks"
      >
        {t("unconfirmed.fetch")}
      </Button>
    </div>
  );
}

function Locked({ approval }: { approval: Approval }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.locked} role="status">
      <IconLock size={18} stroke={1.75} aria-hidden />
      <p>{t("locked.text")}</p>
      <Button
        size="xs"
        variant="default"
        loading={approval.isUnlocking}
        onClick={() => void approval.unlock()}
        data-testid="approve-unlock"
      >
        {t("locked.unlock")}
      </Button>
    </div>
  );
}

/** The desk would refuse it as well; the error is shown before the total is typed. */
function TokenTooShort({ endsAt }: { endsAt: string }): ReactNode {
  const { t } = useTranslation("approve");
  const { go } = useNavigation();
  const { submissionSMax } = useSession();
  const life = useTokenLife();
  const length = useDurationText();
  return (
    <div className={classes.locked} role="status" data-testid="approve-token">
      <IconClockExclamation size={18} stroke={1.75} aria-hidden />
      <p>
        {t(life.kind === "ended" ? "token.ended" : "token.ends", {
          time: formatWhen(endsAt),
          length: length(submissionSMax),
        })}
      </p>
      <Button
        size="xs"
        variant="default"
        onClick={() => go({ name: "settings", section: "secrets" })}
        data-testid="approve-replace-token"
      >
        {t("token.replace")}
      </Button>
    </div>
  );
}

/** "Pay 311 people ₦45,120,300.00", people and amount separated by a thin rule. */
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
