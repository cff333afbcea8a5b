/**
 * The window was closed while results are missing. Before it hides, it offers once to start Paysheet at login:
 * otherwise results that arrive after a restart of the computer would be missed.
 */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../components/Dialog";
import { DialogFoot } from "../../components/DialogFoot";
import { ErrorPanel } from "../../components/ErrorPanel";
import { ipc, type Toggle } from "../../ipc";
import { useCall } from "../../lib/useCall";
import classes from "./LoginOfferDialog.module.css";

export function LoginOfferDialog() {
  const { t } = useTranslation("frame");
  const { isBusy, error, run } = useCall();
  const answer = (start: Toggle) => void run(() => ipc.answerLoginOffer(start));
  return (
    <Dialog opened onClose={() => answer("off")} title={t("loginOffer.title")} size={480}>
      <div className={classes.body} data-testid="login-offer">
        <p>{t("loginOffer.running")}</p>
        <p>{t("loginOffer.offer")}</p>
      </div>
      {error !== null && (
        <div className={classes.error}>
          <ErrorPanel error={error} />
        </div>
      )}
      <DialogFoot>
        <Button variant="default" onClick={() => answer("off")} disabled={isBusy} data-testid="login-offer-no">
          {t("loginOffer.no")}
        </Button>
        <Button onClick={() => answer("on")} loading={isBusy} data-autofocus data-testid="login-offer-yes">
          {t("loginOffer.yes")}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
