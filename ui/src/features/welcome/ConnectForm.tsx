/** The form that connects a service: the data of its dashboard, a test of its calls, and a back button. */
import { Button, TextInput } from "@mantine/core";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { CheckedCalls, ErrorPanel, FieldError, Fold, Mark, RevealInput } from "../../components";
import classes from "./ConnectForm.module.css";
import { ChargePath, ProviderFields } from "./ProviderFields";
import { STEP_COUNT } from "../setup/steps";
import { type FormStep, type Name, useConnect } from "./useConnect";
import { useProvider } from "./useProvider";

export function ConnectForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("welcome");
  const provider = useProvider();
  const connecting = useConnect(provider);
  const { form, step, showStep, faults, failure, busy, submit, changed, failed, calls, isChecking, check, given } =
    connecting;
  const input = (name: Name) => ({
    name,
    label: t(`connect.${name}`),
    error: faults[name] === undefined ? undefined : <FieldError>{faults[name]}</FieldError>,
    onChange: () => changed(name),
    autoComplete: "off",
    spellCheck: false,
    "data-testid": `connect-${name}`,
  });
  return (
    <form
      ref={form}
      className={classes.card}
      onSubmit={(event) => void submit(event)}
      noValidate
      autoComplete="off"
      data-testid="connect-form"
    >
      <Head step={step} />
      <div className={classes.fields} hidden={step !== 1}>
        <TextInput
          {...input("address")}
          className={classes.wide}
          placeholder={t("connect.addressPlaceholder")}
          inputMode="url"
          autoFocus
        />
        <ProviderFields {...{ provider, faults, changed }} />
        <TextInput {...input("name")} description={t("connect.nameHint")} inputWrapperOrder={ORDER} />
        <TextInput {...input("sender")} description={t("connect.senderHint")} inputWrapperOrder={ORDER} />
        <TextInput {...input("approver")} description={t("connect.approverHint")} inputWrapperOrder={ORDER} />
      </div>
      <div className={classes.fields} hidden={step !== 2}>
        {given.map((name) => (
          <RevealInput
            key={name}
            {...input(name)}
            testid={`connect-${name}`}
            className={given.length > 1 ? undefined : classes.wide}
          />
        ))}
        <RevealInput
          {...input("lock")}
          testid="connect-lock"
          className={classes.wide}
          description={failed ? t("connect.again") : t("connect.secretsHint")}
          inputWrapperOrder={ORDER}
        />
        {provider.hasChargePath ? <ChargePath {...{ provider, faults, changed }} /> : null}
      </div>
      {calls === null || step !== 2 ? null : (
        <div className={classes.calls}>
          <CheckedCalls calls={calls} />
        </div>
      )}
      {step !== 1 ? null : (
        <p className={classes.elsewhere} data-testid="connect-elsewhere">
          {t("connect.elsewhere")}
        </p>
      )}
      {failure !== null && (
        <div className={classes.failure}>
          <ErrorPanel error={failure} />
        </div>
      )}
      <Foot
        {...{ step, busy, isChecking }}
        onBack={step === 1 ? onBack : () => showStep(1)}
        onCheck={() => void check()}
      />
    </form>
  );
}

function Head({ step }: { step: FormStep }) {
  const { t } = useTranslation("welcome");
  return (
    <>
      <header className={classes.head}>
        <Mark size={40} />
        <div>
          <p className={classes.number} data-testid="connect-step">
            {t(step === 1 ? "connect.stepProvider" : "connect.stepCredentials", { number: step, count: STEP_COUNT })}
          </p>
          <h1 className={classes.title}>{t("connect.title")}</h1>
          <p className={classes.lead}>{t("connect.lead")}</p>
        </div>
      </header>
      <div className={classes.where}>
        <Fold show={t("connect.where.title")} testid="connect-where">
          <ul className={classes.whereList}>
            <li>{t("connect.where.address")}</li>
            <li>{t("connect.where.token")}</li>
            <li>{t("connect.where.lock")}</li>
          </ul>
        </Fold>
      </div>
    </>
  );
}

/** The second press of a double click was meant for the button shown before. */
const once =
  (act?: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
    else act?.();
  };

type FootProps = { step: FormStep; onBack: () => void; onCheck: () => void; busy: boolean; isChecking: boolean };

function Foot({ step, onBack, onCheck, busy, isChecking }: FootProps) {
  const { t } = useTranslation("welcome");
  return (
    <footer className={classes.foot}>
      <Button
        variant="default"
        size="lg"
        onClick={once(onBack)}
        disabled={busy || isChecking}
        data-testid="connect-back"
      >
        {t("connect.back")}
      </Button>
      {step === 1 ? (
        <Button key="next" type="submit" size="lg" className={classes.submit} data-testid="connect-next">
          {t("connect.next")}
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            size="lg"
            onClick={onCheck}
            loading={isChecking}
            disabled={busy}
            data-testid="connect-check"
          >
            {t("connect.check")}
          </Button>
          <Button
            key="submit"
            type="submit"
            size="lg"
            className={classes.submit}
            loading={busy}
            onClick={once()}
            data-testid="connect-submit"
          >
            {t("connect.submit")}
          </Button>
        </>
      )}
    </footer>
  );
}

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];
