// Queries the service for any reference: a charge, a bank transfer, a POS payment, a voucher.

import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel, FieldError } from "../../components";
import { asDeskError, type DeskError, ipc, type TopUpView } from "../../ipc";
import { keys } from "../../query";
import classes from "./TopUp.module.css";

const DIALOG_PX = 520;
const REFERENCE_LENGTH_MAX = 120;

type Props = { opened: boolean; onClose: () => void; onFound: (topUp: TopUpView) => void };

export function LookUp({ opened, onClose, onFound }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("lookUp.title")} size={DIALOG_PX}>
      <Form onClose={onClose} onFound={onFound} />
    </Dialog>
  );
}

function Form({ onClose, onFound }: Omit<Props, "opened">): ReactNode {
  const { t } = useTranslation("topUp");
  const client = useQueryClient();
  const [reference, setReference] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const ask = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const topUp = await ipc.checkTopUp({ kind: "reference", reference: reference.trim() });
      void client.invalidateQueries({ queryKey: keys.topUps });
      onFound(topUp);
    } catch (thrown) {
      setError(asDeskError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    setEmpty(reference.trim() === "");
    if (reference.trim() !== "") void ask();
  };
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <p>{t("lookUp.text")}</p>
      <TextInput
        data-autofocus
        label={t("lookUp.label")}
        placeholder={t("lookUp.placeholder")}
        value={reference}
        maxLength={REFERENCE_LENGTH_MAX}
        onChange={(event) => {
          setReference(event.currentTarget.value);
          setEmpty(false);
        }}
        error={isEmpty ? <FieldError>{t("lookUp.need")}</FieldError> : undefined}
        autoComplete="off"
        spellCheck={false}
        data-testid="top-up-reference"
      />
      {error === null ? null : <NotFound error={error} />}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t("lookUp.cancel")}
        </Button>
        <Button type="submit" loading={isBusy} data-testid="top-up-ask">
          {t("lookUp.ask")}
        </Button>
      </div>
    </form>
  );
}

/** An unknown reference is not a connection error: it has its own message. */
function NotFound({ error }: { error: DeskError }): ReactNode {
  const { t } = useTranslation("topUp");
  if (error.code !== "service_refused") return <ErrorPanel error={error} />;
  return (
    <section className={classes.notFound} role="alert" data-testid="top-up-not-found">
      <h3>{t("lookUp.unknownTitle")}</h3>
      <p>{t("lookUp.unknownText")}</p>
      {error.data.message === null ? null : <p className={`${classes.quiet} selectable`}>{error.data.message}</p>}
    </section>
  );
}
