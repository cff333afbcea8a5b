/** The profile key: whether it is present, whether it was backed up, and the consequences of a missing one. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconShieldCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Pill, type StateStyle } from "../../../components";
import type { KeyView } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { useProfileKey } from "../../../query";
import classes from "../Settings.module.css";
import { KeyBackUp } from "./KeyBackUp";
import { KeyImport } from "./KeyImport";

const BACKED_UP: StateStyle = { icon: IconShieldCheck, tone: "paid" };
const NO_BACKUP: StateStyle = { icon: IconAlertTriangle, tone: "attention" };
const MISSING: StateStyle = { icon: IconAlertTriangle, tone: "attention" };

type OpenForm = "nothing" | "backing_up" | "importing";

export function ProfileKey() {
  const key = useProfileKey();
  return (
    <div className={classes.card} data-testid="settings-key">
      {key.error !== null && <ErrorPanel error={key.error} onRetry={() => void key.refetch()} />}
      {key.data && <Row view={key.data} />}
    </div>
  );
}

function Row({ view }: { view: KeyView }) {
  const { t } = useTranslation("settings");
  const [openForm, setOpenForm] = useState<OpenForm>("nothing");
  const isMissing = view.state === "missing";
  const isBackedUp = view.backedUpAt !== null;
  const toggle = (what: OpenForm) => setOpenForm(openForm === what ? "nothing" : what);
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t("key.title")}</h3>
          <p className={classes.rowBody}>{t("key.body")}</p>
          <p className={`${classes.rowBody} selectable`} data-testid="settings-key-facts">
            <Facts view={view} />
          </p>
        </div>
        <span className={classes.pill}>
          <Pill
            stateStyle={isMissing ? MISSING : isBackedUp ? BACKED_UP : NO_BACKUP}
            word={t(isMissing ? "key.missing" : isBackedUp ? "key.backedUp" : "key.noBackup")}
          />
        </span>
        {!isMissing && (
          <Button size="xs" variant="default" onClick={() => toggle("backing_up")} data-testid="settings-key-back-up">
            {t(openForm === "backing_up" ? "secrets.cancel" : "key.backUp")}
          </Button>
        )}
        <Button
          size="xs"
          variant={isMissing && openForm !== "importing" ? "filled" : "default"}
          onClick={() => toggle("importing")}
          data-testid="settings-key-import"
        >
          {t(openForm === "importing" ? "secrets.cancel" : "key.import")}
        </Button>
      </div>
      <Notice view={view} />
      {openForm === "backing_up" && (
        <KeyBackUp charsMin={view.passphraseCharsMin} onDone={() => setOpenForm("nothing")} />
      )}
      {openForm === "importing" && <KeyImport lines={view.sheetLines} onDone={() => setOpenForm("nothing")} />}
    </div>
  );
}

function Facts({ view: { state, fingerprint, backedUpAt } }: { view: KeyView }) {
  const { t } = useTranslation("settings");
  const facts = [
    fingerprint === null ? t("key.fingerprintUnknown") : t("key.fingerprint", { fingerprint }),
    state === "missing"
      ? null
      : backedUpAt === null
        ? t("key.neverBackedUp")
        : t("key.backedUpOn", { when: formatDay(backedUpAt) }),
  ];
  return facts.filter((fact) => fact !== null).join(" · ");
}

/** The effect on the money. A key imported from the other computer needs no warning. */
function Notice({ view: { state, imported } }: { view: KeyView }) {
  const { t } = useTranslation("settings");
  const text =
    state === "missing"
      ? t("key.notice.missing")
      : imported
        ? t("key.notice.imported")
        : t(state === "unused" ? "key.notice.unused" : "key.notice.inUse");
  return (
    <p
      className={classes.keyNotice}
      data-warns={state === "missing" || (state === "unused" && !imported) || undefined}
      role={state === "missing" ? "alert" : undefined}
      data-testid="settings-key-notice"
    >
      {text}
    </p>
  );
}
