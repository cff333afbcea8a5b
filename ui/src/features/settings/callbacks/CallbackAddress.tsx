/** The provider's callback address: generated here, shown once, and renewed if it leaked or was lost. */
import { Button } from "@mantine/core";
import { IconCircleDashed, IconEar, IconEarOff } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Pill, type StateStyle } from "../../../components";
import { Copy } from "../../../components/Copy";
import { type CallbackAddressView, type CallbackSetupView, ipc } from "../../../ipc";
import { useCall } from "../../../lib/useCall";
import classes from "../Settings.module.css";
import { refreshCallbacks } from "./refreshCallbacks";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../components/ConfirmDialog")).ConfirmDialog,
}));

type ListenerState = "notSet" | "listening" | "localOnly" | "notListening";

const STYLES: Readonly<Record<ListenerState, StateStyle>> = {
  notSet: { icon: IconCircleDashed, tone: "plain", outlined: true },
  listening: { icon: IconEar, tone: "paid" },
  localOnly: { icon: IconEar, tone: "attention" },
  notListening: { icon: IconEarOff, tone: "attention" },
};

/** A user who entered an address made it reachable; a generated one needs a public address. */
function stateOf({ port, isListening, isUnguessable }: CallbackSetupView, hasPublic: boolean): ListenerState {
  if (port === null) return "notSet";
  if (!isListening) return "notListening";
  return isUnguessable && !hasPublic ? "localOnly" : "listening";
}

type Props = { setup: CallbackSetupView; port: number; hasPublic: boolean };

export function CallbackAddress({ setup, port, hasPublic }: Props) {
  const { t } = useTranslation("settings");
  const [shown, setShown] = useState<CallbackAddressView | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, run, forget } = useCall();
  const make = async () => {
    setShown(await ipc.newCallbackPath(port));
    await refreshCallbacks();
  };
  const again = async () => {
    await ipc.changeCallbacks({ kind: "port", port });
    await refreshCallbacks();
  };
  const isSet = setup.port !== null;
  const state = stateOf(setup, hasPublic);
  const isListening = state === "listening" || state === "localOnly";
  return (
    <div className={classes.row} data-testid="settings-callback-address">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t("callbacks.address")}</h3>
          <p className={classes.rowBody}>{t(`callbacks.state.${state}`, { end: setup.pathEnd ?? "", port })}</p>
          {isListening && setup.isUnguessable && shown === null && (
            <p className={classes.rowBody}>{t("callbacks.shownBefore")}</p>
          )}
          {isSet && !setup.isUnguessable && <p className={classes.rowBody}>{t("callbacks.guessable")}</p>}
        </div>
        <span className={classes.pill}>
          <Pill stateStyle={STYLES[state]} word={t(`callbacks.pill.${state}`)} />
        </span>
        {state === "notListening" && (
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void run(again)}>
            {t("callbacks.again")}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => (isSet ? setAsking(true) : void run(make))}
          data-testid="settings-callback-new"
        >
          {t(isSet ? "callbacks.renew" : "callbacks.make")}
        </Button>
      </div>
      {shown !== null && <ShownOnce address={shown} hasPublic={hasPublic} />}
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={forget} />
        </div>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            opened
            danger
            onClose={() => setAsking(false)}
            title={t("callbacks.renewal.title")}
            confirm={t("callbacks.renewal.confirm")}
            onConfirm={make}
          >
            {t("callbacks.renewal.body")}
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}

/**
 * The only time that the complete address is shown. An unreachable one cannot be copied: the provider would send
 * results to it in vain.
 */
function ShownOnce({ address, hasPublic }: { address: CallbackAddressView; hasPublic: boolean }) {
  const { t } = useTranslation("settings");
  const text = address.public ?? address.local;
  return (
    <div className={classes.shownOnce} role="status" data-testid="settings-callback-shown">
      <p className={classes.rowBody}>{t(hasPublic ? "callbacks.once" : "callbacks.onceLocal")}</p>
      <div className={classes.rowHead}>
        <p className={`${classes.rowText} selectable`} data-testid="settings-callback-text">
          {text}
        </p>
        {hasPublic && <Copy text={text} name={t("callbacks.copy")} testid="settings-callback-copy" />}
      </div>
    </div>
  );
}
