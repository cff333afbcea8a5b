/** The bank asks for a one-time password. Only its field contains it, and it is wiped after sending. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/ErrorPanel";
import { FieldError } from "../../components/FieldError";
import { asDeskError, type CardStep, ipc, type TopUpView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { withoutSpaces } from "../fields";
import { otpMessage } from "../message";
import { sealed } from "../seal";
import { SecretInput } from "../SecretInput";
import { type UnrecordedCharge, unrecordedChargeOf } from "./UnrecordedOutcome";
import classes from "./Outcome.module.css";
import { Foot } from "./OutcomeSheet";
import { useStep } from "./useStep";

/** Digits by all accounts, letters by some. */
const CODE_LENGTH_MAX = 64;

type Props = {
  topUp: TopUpView;
  onStep: (step: CardStep) => void;
  onUnrecorded: (unrecorded: UnrecordedCharge) => void;
};

export function Otp({ topUp, onStep, onUnrecorded }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const [need, setNeed] = useState<"otp" | "otp_long" | null>(null);
  const { isBusy, error, run, forget } = useStep(onStep);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    if (input === null) return;
    setNeed(input.value === "" ? "otp" : null);
    if (input.value === "") return;
    void run(async () => {
      try {
        const step = await ipc.submitOtp(await sealed(otpMessage(input)));
        input.value = "";
        return step;
      } catch (thrown) {
        const unrecorded = unrecordedChargeOf(asDeskError(thrown), { amount: amountOf(topUp), card: topUp.card });
        if (unrecorded === null) throw thrown;
        input.value = "";
        onUnrecorded(unrecorded);
        return null;
      }
    });
  };
  const fault =
    need !== null ? t(`form.need.${need}`) : topUp.otpWrong > 0 ? t("form.otp.wrong", { count: topUp.otpWrong }) : null;
  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <SecretInput
        name="otp"
        type="password"
        autoFocus
        size="lg"
        label={t("form.otp.label")}
        description={t("form.otp.text")}
        inputWrapperOrder={["label", "input", "error", "description"]}
        error={fault === null ? undefined : <FieldError>{fault}</FieldError>}
        onInput={() => setNeed(null)}
        onTooLong={() => setNeed("otp_long")}
        filterText={withoutSpaces}
        lengthMax={CODE_LENGTH_MAX}
        inputMode="numeric"
        readOnly={isBusy}
        autoComplete="one-time-code"
        spellCheck={false}
        data-testid="card-otp"
      />
      <p className={classes.quiet}>{t("form.otp.resend")}</p>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Foot>
        <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="card-otp-send">
          {t("form.otp.send")}
        </Button>
        <Button
          variant="default"
          fullWidth
          onClick={() => void ipc.closeCard()}
          disabled={isBusy}
          data-testid="card-otp-leave"
        >
          {t("form.otp.leave")}
        </Button>
      </Foot>
    </form>
  );
}

const amountOf = ({ amount, currency }: TopUpView): string =>
  amount === null || currency === null ? "" : formatMoney(amount, currency);
