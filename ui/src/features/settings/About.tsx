/** The version of Paysheet, the places of its data, and the licences of what it is built from. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconFileText } from "@tabler/icons-react";
import { ErrorPanel, useToast } from "../../components";
import { saveFile } from "../../components/useExport";
import { ipc, type SettingsView } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { useSession } from "../../query";
import classes from "./Settings.module.css";
import { UpdatesRow } from "./UpdatesRow";

export function About({ settings }: { settings: SettingsView }) {
  const { version, ledgerPath, hasThirdPartyNotices } = settings;
  const { t } = useTranslation("settings");
  const { callbackAddress } = useSession();
  const [error, setError] = useState<unknown>(null);
  return (
    <section className={classes.section} data-section="about" data-testid="settings-about">
      <h2 className={classes.heading}>{t("section.about")}</h2>
      <div className={classes.card}>
        <Fact title={t("about.version")} body={version} />
        <UpdatesRow />
        <Fact
          title={t("about.callbacks")}
          body={callbackAddress ?? t("about.nobody")}
          {...(callbackAddress === null ? {} : { hint: t("about.callbacksHint") })}
        />
        <Fact title={t("about.ledger")} body={ledgerPath} hint={t("about.ledgerHint")}>
          <Button size="xs" variant="default" onClick={() => ipc.showProgramFile("ledger").catch(setError)}>
            {t("about.show")}
          </Button>
        </Fact>
        <Diagnostics />
        <Fact title={t("about.notices")} body={t(hasThirdPartyNotices ? "about.noticesBody" : "about.noticesMissing")}>
          {hasThirdPartyNotices && (
            <Button
              size="xs"
              variant="default"
              onClick={() => ipc.showProgramFile("third_party_notices").catch(setError)}
              data-testid="settings-notices"
            >
              {t("about.showNotices")}
            </Button>
          )}
        </Fact>
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={() => setError(null)} />
        </div>
      )}
    </section>
  );
}

/** Diagnostics for support. */
function Diagnostics() {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const { isBusy, error, run, forget } = useCall();
  const save = async () => {
    const saved = await saveFile({ kind: "diagnostics" });
    if (saved !== null) toast(t("about.savedDiagnostics", { file: saved.file.name }), IconFileText);
  };
  return (
    <>
      <Fact title={t("about.diagnostics")} body={t("about.diagnosticsBody")}>
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => void run(save)}
          data-testid="settings-diagnostics"
        >
          {t("about.saveDiagnostics")}
        </Button>
      </Fact>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={forget} />
        </div>
      )}
    </>
  );
}

function Fact({ title, body, hint, children }: { title: string; body: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{title}</h3>
          <p className={`${classes.rowBody} selectable`}>{body}</p>
          {hint !== undefined && <p className={classes.rowBody}>{hint}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
