/** Shows why the charge failed. A second charge of the same amount within a day needs confirmation. */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/ErrorPanel";
import { type DeskError, ipc } from "../../ipc";
import { formatWhen } from "../../lib/time/dates";
import classes from "../Card.module.css";
import { BlockedCharge } from "./BlockedCharge";

type Props = {
  error: DeskError | null;
  amount: string;
  onChargeAgain: (id: number) => void;
  onClose: () => void;
};

export function ChargeProblem({ error, amount, onChargeAgain, onClose }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  if (error === null) return null;
  if (error.code === "value_invalid" && error.data.field === "wallet_currency") return <SharedReference />;
  if (error.code === "sending_blocked") return <BlockedCharge error={error} />;
  if (error.code !== "charged_already") return <ErrorPanel error={error} onClose={onClose} />;
  const { funding: earlier, at } = error.data;
  return (
    <section className={classes.already} role="alert" data-testid="card-already">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("form.already.title")}</h2>
        <p>{t("form.already.text", { amount, time: formatWhen(at) })}</p>
        <div className={classes.actions}>
          <Button onClick={() => void ipc.closeCard()} data-testid="card-not-again">
            {t("form.already.back")}
          </Button>
          <Button variant="default" onClick={() => onChargeAgain(earlier)} data-testid="card-beside">
            {t("form.already.again", { amount })}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** A charge names no currency: if two balances share a reference, the provider would choose. */
function SharedReference(): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <section className={classes.already} role="alert" data-testid="card-shared">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("form.shared.title")}</h2>
        <p>{t("form.shared.text")}</p>
      </div>
    </section>
  );
}
