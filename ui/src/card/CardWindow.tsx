/**
 * The card window: the form, then the outcome of the charge. Only the fields contain card data, and they are wiped
 * after sending; closing the window ends it and its web view.
 */
import { Button } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CardStart, type CardStep, type ChargeInput, ipc, onDeskEvent } from "../ipc";
import classes from "./Card.module.css";
import { Form } from "./form/Form";
import { hasOutcome, UnrecordedOutcome, type UnrecordedCharge } from "./outcome/UnrecordedOutcome";
import { useFieldUndo } from "../lib/keyboard/useMenuCommand";
import { Outcome } from "./outcome/Outcome";

export function CardWindow({ start }: { start: CardStart }): ReactNode {
  const [step, setStep] = useState<CardStep | null>(null);
  const [answers, setAnswers] = useState(0);
  const asked = useRef(0);
  const [prefilled, setPrefilled] = useState(start);
  /** The charge was sent, and its outcome could not be stored: from then on this window sends nothing again. */
  const [unrecorded, setUnrecorded] = useState<UnrecordedCharge | null>(null);
  const current = unrecorded?.id ?? step?.topUp.id ?? null;

  const take = (next: CardStep): void => {
    if (next.topUp.id !== current) return;
    if (unrecorded === null) return setStep((shown) => (shown?.topUp.id === next.topUp.id ? next : shown));
    if (!hasOutcome(next.topUp.state)) return;
    setUnrecorded(null);
    setStep(next);
  };

  // The desk polls the status, and its events update the view. The listener is registered from the start, and the
  // status is refetched after each answer: it may be newer than the answer to a charge or a code.
  const refresh = useEffectEvent(() => {
    asked.current += 1;
    const mine = asked.current;
    // Answers may arrive out of order: only the latest request counts.
    void ipc.cardStatus().then(
      (next) => mine === asked.current && take(next),
      () => undefined,
    );
  });
  useFieldUndo();
  useEffect(() => onDeskEvent((event) => event.kind === "top_up_changed" && refresh()), []);
  useEffect(() => {
    if (answers > 0) refresh();
  }, [answers]);
  const show = (next: CardStep): void => {
    setStep(next);
    setAnswers((count) => count + 1);
  };
  const showUnrecorded = (sent: UnrecordedCharge): void => {
    setUnrecorded(sent);
    setAnswers((count) => count + 1);
  };

  if (!start.form.recipientSet) return <NoRecipient />;
  return (
    <div className={classes.window}>
      {start.host === "" ? <PracticeBand /> : null}
      <main
        className={classes.page}
        data-testid="card-window"
        data-state={unrecorded === null ? step?.topUp.state : "Unknown"}
      >
        {unrecorded !== null ? (
          <UnrecordedOutcome unrecorded={unrecorded} />
        ) : step === null ? (
          <Form
            start={prefilled}
            onStep={(next, sent) => {
              setPrefilled(startForNextCard(start, sent));
              show(next);
            }}
            onUnrecorded={showUnrecorded}
          />
        ) : (
          <Outcome step={step} onStep={show} onUnrecorded={showUnrecorded} onAgain={() => setStep(null)} />
        )}
      </main>
    </div>
  );
}

/** The form for another card, with the payer and the amount prefilled. */
const startForNextCard = (start: CardStart, { amount, currency, payer }: ChargeInput): CardStart => ({
  ...start,
  prefill: { amount, currency },
  form: { ...start.form, payer },
});

/** On the form and on every outcome: practice balances are not real money. */
function PracticeBand(): ReactNode {
  const { t } = useTranslation("frame");
  return (
    <section className={classes.practiceBand} aria-label={t("session.practice")} data-testid="card-practice-band">
      <IconSchool size={18} stroke={1.75} aria-hidden />
      {t("practice.band")}
    </section>
  );
}

function NoRecipient(): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <main className={classes.page} data-testid="card-no-recipient">
      <h1>{t("form.noRecipient.title")}</h1>
      <p>{t("form.noRecipient.text")}</p>
      <Button variant="default" onClick={() => void ipc.closeCard()}>
        {t("form.close")}
      </Button>
    </main>
  );
}
