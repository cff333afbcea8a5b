/**
 * The card window: the form, then what became of the charge. Card data live in the fields alone and are wiped once
 * they were sent; closing the window ends it and its web view.
 */
import { Button } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CardStart, type CardStep, type ChargeInput, ipc, onDeskEvent } from "../ipc";
import classes from "./Card.module.css";
import { Form } from "./form/Form";
import { hasOutcome, UnrecordedOutcome, type UnrecordedCharge } from "./outcome/UnrecordedOutcome";
import { Outcome } from "./outcome/Outcome";

export function CardWindow({ start }: { start: CardStart }): ReactNode {
  const [step, setStep] = useState<CardStep | null>(null);
  const [answers, setAnswers] = useState(0);
  const asked = useRef(0);
  const [prefilled, setPrefilled] = useState(start);
  /** Sent, and its answer is not written down: from then on nothing here sends again. */
  const [unrecorded, setUnrecorded] = useState<UnrecordedCharge | null>(null);
  const current = unrecorded?.id ?? step?.topUp.id ?? null;

  const take = (next: CardStep): void => {
    if (next.topUp.id !== current) return;
    if (unrecorded === null) return setStep((shown) => (shown?.topUp.id === next.topUp.id ? next : shown));
    if (!hasOutcome(next.topUp.state)) return;
    setUnrecorded(null);
    setStep(next);
  };

  // The desk asks for the status by itself; what it learns changes what is shown here. It is heard from the beginning,
  // and looked at again behind each answer: the status may be quicker than the answer to a charge or a code.
  const refresh = useEffectEvent(() => {
    asked.current += 1;
    const mine = asked.current;
    // Answers overtake each other: only what was asked last is the latest.
    void ipc.cardStatus().then(
      (next) => mine === asked.current && take(next),
      () => undefined,
    );
  });
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

/** The form for another card: who pays, and how much, stands there already. */
const startForNextCard = (start: CardStart, { amount, currency, payer }: ChargeInput): CardStart => ({
  ...start,
  prefill: { amount, currency },
  form: { ...start.form, payer },
});

/** On the form and on every outcome: what looks like money in the balance is none. */
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
