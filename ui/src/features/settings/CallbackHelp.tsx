/** How the address gets to the provider, and from the internet to this computer. Folded: IT does it once. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Fold } from "../../components";
import { ipc } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { refreshCallbacks } from "./refreshCallbacks";
import classes from "./Settings.module.css";

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

/** For a provider that has an address already, or a proxy on another computer. */
export function OwnAddress() {
  const { t } = useTranslation("settings");
  const [text, setText] = useState("");
  const { isBusy, error, run, forget } = useCall();
  const save = async () => {
    await ipc.setCallbackAddress(text.trim());
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
          <Button variant="default" loading={isBusy} onClick={() => void run(save)} data-testid="settings-callback-use">
            {t(text.trim() === "" ? "callbacks.own.stop" : "callbacks.own.use")}
          </Button>
        </div>
        {error !== null && (
          <div className={classes.replaceFailed}>
            <ErrorPanel error={error} onClose={forget} />
          </div>
        )}
      </Fold>
    </div>
  );
}
