/**
 * Connects a service. The token and the lock never enter React's state: they are read from their fields when they are
 * sent, and the fields are emptied in the same breath, whatever the desk answers.
 */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError, Fold, Mark, RevealInput } from "../../components";
import { asDeskError, type DeskError, type ErrorCode, ipc, type Setting } from "../../ipc";
import { takeSession } from "../../query";
import classes from "./ConnectForm.module.css";
import { beginSetup } from "./setupSteps";

type Name = "name" | "sender" | "approver" | "address" | "token" | "lock";
type Faults = Partial<Record<Name, string>>;

/** Errors that are about one field stand at that field. */
const FIELD_OF: Partial<Record<ErrorCode, Name>> = {
  address_invalid: "address",
  token_refused: "token",
  wrong_lock: "lock",
};
/** `value_invalid` names the field as the desk calls it. */
const NAMED_FIELD: Partial<Record<Setting, Name>> = {
  name: "name",
  sender_name: "sender",
  approver: "approver",
  token: "token",
  lock: "lock",
};

const fieldOf = (error: DeskError): Name | undefined =>
  error.code === "value_invalid" ? NAMED_FIELD[error.data.field] : FIELD_OF[error.code];

// Loopback may be plain: a service on this very computer. The desk decides; this only spares a round.
const ADDRESS = /^(https:\/\/\S+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/\S*)?)$/;

function useConnect() {
  const { t } = useTranslation("welcome");
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<DeskError | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const field = (name: Name): HTMLInputElement | null => form.current?.querySelector(`[name="${name}"]`) ?? null;
  const read = (name: Name): string => field(name)?.value.trim() ?? "";
  const clear = (name: Name) => {
    const input = field(name);
    if (input) input.value = "";
  };

  const missing = (): Faults => {
    const found: Faults = {};
    for (const name of ["name", "sender", "approver", "address", "token", "lock"] as const) {
      if (read(name) === "") found[name] = t(`connect.need.${name}`);
    }
    if (!ADDRESS.test(read("address"))) found.address = t("connect.need.address");
    return found;
  };

  const fail = (thrown: unknown) => {
    setFailed(true);
    const error = asDeskError(thrown);
    const at = fieldOf(error);
    if (at === undefined) return setFailure(error);
    setFaults({ [at]: t(`connect.refused.${at}`) });
    field(at)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = missing();
    setFaults(found);
    setFailure(null);
    const [first] = Object.keys(found) as Name[];
    if (first) return field(first)?.focus();
    setBusy(true);
    const connecting = ipc.connect({
      profileName: read("name"),
      baseUrl: read("address"),
      senderName: read("sender"),
      approver: read("approver"),
      token: read("token"),
      lock: read("lock"),
    });
    clear("token");
    clear("lock");
    try {
      const session = await connecting;
      beginSetup();
      takeSession(session);
    } catch (thrown) {
      fail(thrown);
    } finally {
      setBusy(false);
    }
  };
  const forgetFault = (name: Name) => setFaults(({ [name]: _gone, ...rest }) => rest);
  return { form, faults, failure, busy, submit, forgetFault, failed };
}

export function ConnectForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("welcome");
  const { form, faults, failure, busy, submit, forgetFault, failed } = useConnect();
  const input = (name: Name) => ({
    name,
    label: t(`connect.${name}`),
    error: faults[name] === undefined ? undefined : <FieldError>{faults[name]}</FieldError>,
    onChange: () => faults[name] !== undefined && forgetFault(name),
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
      <div className={classes.fields}>
        <TextInput {...input("name")} description={t("connect.nameHint")} inputWrapperOrder={ORDER} autoFocus />
        <TextInput {...input("sender")} description={t("connect.senderHint")} inputWrapperOrder={ORDER} />
        <TextInput {...input("approver")} description={t("connect.approverHint")} inputWrapperOrder={ORDER} />
        <TextInput {...input("address")} placeholder={t("connect.addressPlaceholder")} inputMode="url" />
        <RevealInput {...input("token")} testid="connect-token" className={classes.wide} />
        <RevealInput
          {...input("lock")}
          testid="connect-lock"
          className={classes.wide}
          description={failed ? t("connect.again") : t("connect.secretsHint")}
          inputWrapperOrder={ORDER}
        />
      </div>
      <p className={classes.elsewhere} data-testid="connect-elsewhere">
        {t("connect.elsewhere")}
      </p>
      {failure !== null && (
        <div className={classes.failure}>
          <ErrorPanel error={failure} />
        </div>
      )}
      <footer className={classes.foot}>
        <Button variant="default" size="lg" onClick={onBack} disabled={busy} data-testid="connect-back">
          {t("connect.back")}
        </Button>
        <Button type="submit" size="lg" className={classes.submit} loading={busy} data-testid="connect-submit">
          {t("connect.submit")}
        </Button>
      </footer>
    </form>
  );
}

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];
