/**
 * The card window: the form, then what became of the charge. Card data live in the fields alone and are wiped once
 * they were sent; closing the window ends it and its web view.
 */
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CardStart, type CardStep, ipc, onDeskEvent } from "../ipc";
import classes from "./Card.module.css";
import { Form } from "./Form";
import { Outcome } from "./Outcome";

export function CardWindow({ start }: { start: CardStart }): ReactNode {
  const [step, setStep] = useState<CardStep | null>(null);
  const current = step?.topUp.id ?? null;

  // The desk asks for the status by itself; what it learns changes what is shown here. It is heard from the beginning:
  // the status may be quicker than the answer to the charge.
  const refresh = useEffectEvent(() => {
    void ipc.cardStatus().then((next) => setStep((shown) => (shown?.topUp.id === next.topUp.id ? next : shown)), () => undefined);
  });
  useEffect(() => onDeskEvent((event) => event.kind === "top_up_changed" && refresh()), []);
  useEffect(() => {
    if (current !== null) refresh();
  }, [current]);

  if (!start.form.recipientSet) return <NoRecipient />;
  return (
    <main className={classes.page} data-testid="card-window" data-state={step?.topUp.state}>
      {step === null ? <Form start={start} onStep={setStep} /> : <Outcome step={step} onStep={setStep} onAgain={() => setStep(null)} />}
    </main>
  );
}

function NoRecipient(): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <main className={classes.page} data-testid="card-no-recipient">
      <h1>{t("form.noRecipient.title")}</h1>
      <p>{t("form.noRecipient.text")}</p>
      <Button variant="default" onClick={() => void ipc.closeCard()}>{t("form.close")}</Button>
    </main>
  );
}
