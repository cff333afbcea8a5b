/** How to give the address to the provider, and how to make this computer reachable. Collapsed: IT does it once. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog, ErrorPanel, Fold } from "../../../components";
import { ipc } from "../../../ipc";
import { useCall } from "../../../lib/useCall";
import classes from "../Settings.module.css";
import { refreshCallbacks } from "./refreshCallbacks";

export function CallbackHelp({ forwardTo }: { forwardTo: string }) {
  const { t } = useTranslation("settings");
  return (
    <div className={classes.folded}>
      <Fold show={t("callbacks.help.title")} testid="settings-callback-help">
        <ol className={classes.steps}>
          <li>{t("callbacks.help.provider")}</li>
          <li>{t("callbacks.help.forward", { address: forwardTo })}</li>
          <li>
            {t("callbacks.help.nginx")}
            <pre className="selectable">{`location / {\n    proxy_pass ${forwardTo};\n}`}</pre>
          </li>
          <li>{t("callbacks.help.tunnel", { address: forwardTo })}</li>
          <li>{t("callbacks.help.test")}</li>
        </ol>
      </Fold>
    </div>
  );
}

/** For a provider with a fixed address, or a proxy on another computer. */
export function OwnAddress({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation("settings");
  const [text, setText] = useState("");
  const { isBusy, error, run, forget } = useCall();
  const save = async () => {
    await ipc.changeCallbacks({ kind: "address", address: text.trim() });
    setText("");
    await refreshCallbacks();
  };
  return (
    <div className={classes.folded}>
      <Fold show={t("callbacks.own.title")} testid="settings-callback-own">
        <div className={classes.replace}>
          <TextInput
            label={t("callbacks.own.label")}
            description={t("callbacks.own.hint")}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-testid="settings-callbackListen"
          />
          <Button
            variant="default"
            loading={isBusy}
            disabled={text.trim() === ""}
            onClick={() => void run(save)}
            data-testid="settings-callback-use"
          >
            {t("callbacks.own.use")}
          </Button>
        </div>
        {isSet ? <StopReceiving /> : null}
        {error !== null && (
          <div className={classes.replaceFailed}>
            <ErrorPanel error={error} onClose={forget} />
          </div>
        )}
      </Fold>
    </div>
  );
}

/** The path cannot be shown again, so stopping needs confirmation. */
function StopReceiving() {
  const { t } = useTranslation("settings");
  const [isAsked, setAsked] = useState(false);
  const stop = async () => {
    await ipc.changeCallbacks({ kind: "address", address: "" });
    await refreshCallbacks();
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsked(true)} data-testid="settings-callback-stop">
        {t("callbacks.own.stop.ask")}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t("callbacks.own.stop.title")}
        confirm={t("callbacks.own.stop.confirm")}
        onConfirm={stop}
        danger
      >
        {t("callbacks.own.stop.body")}
      </ConfirmDialog>
    </>
  );
}
