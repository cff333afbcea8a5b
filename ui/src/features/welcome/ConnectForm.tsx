/** The form that connects a service: what its dashboard shows, a test of its calls, and the way back. */
import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CheckedCalls, ErrorPanel, FieldError, Fold, Mark, RevealInput } from "../../components";
import classes from "./ConnectForm.module.css";
import { ChargePath, ProviderFields } from "./ProviderFields";
import { type Name, useConnect } from "./useConnect";
import { useProvider } from "./useProvider";

export function ConnectForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("welcome");
  const provider = useProvider();
  const connecting = useConnect(provider);
  const { form, faults, failure, busy, submit, changed, failed, calls, isChecking, check, given } = connecting;
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
      <Head />
      <div className={classes.fields}>
        <TextInput {...input("name")} description={t("connect.nameHint")} inputWrapperOrder={ORDER} autoFocus />
        <TextInput {...input("sender")} description={t("connect.senderHint")} inputWrapperOrder={ORDER} />
        <TextInput {...input("approver")} description={t("connect.approverHint")} inputWrapperOrder={ORDER} />
        <TextInput {...input("address")} placeholder={t("connect.addressPlaceholder")} inputMode="url" />
        <ProviderFields {...{ provider, faults, changed }} />
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
      {calls === null ? null : (
        <div className={classes.calls}>
          <CheckedCalls calls={calls} />
        </div>
      )}
      <p className={classes.elsewhere} data-testid="connect-elsewhere">
        {t("connect.elsewhere")}
      </p>
      {failure !== null && (
        <div className={classes.failure}>
          <ErrorPanel error={failure} />
        </div>
      )}
      <Foot {...{ onBack, busy, isChecking }} onCheck={() => void check()} />
    </form>
  );
}

function Head() {
  const { t } = useTranslation("welcome");
  return (
    <>
      <header className={classes.head}>
        <Mark size={40} />
        <div>
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

type FootProps = { onBack: () => void; onCheck: () => void; busy: boolean; isChecking: boolean };

function Foot({ onBack, onCheck, busy, isChecking }: FootProps) {
  const { t } = useTranslation("welcome");
  return (
    <footer className={classes.foot}>
      <Button variant="default" size="lg" onClick={onBack} disabled={busy} data-testid="connect-back">
        {t("connect.back")}
      </Button>
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
      <Button type="submit" size="lg" className={classes.submit} loading={busy} data-testid="connect-submit">
        {t("connect.submit")}
      </Button>
    </footer>
  );
}

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];
