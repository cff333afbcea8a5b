/** Asks before the profile goes over to another service: the secrets were given for the one before, and are forgotten. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../ipc";
import classes from "../Settings.module.css";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../components/ConfirmDialog")).ConfirmDialog,
}));

/** What of the service changes: its address, or whose certificates are trusted. */
export type ServiceChange =
  | { kind: "address"; host: string }
  | { kind: "trusted"; host: string; file: string }
  | { kind: "untrusted"; host: string };

type PendingChange = { change: ServiceChange; answer: (isConfirmed: boolean) => void };

/** One spelling of each address, as the desk compares them: no default port, no slash at the end. */
function normalizedUrl(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, "") : address;
}

export const isOtherService = (one: string, other: string): boolean => normalizedUrl(one) !== normalizedUrl(other);

export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** `ask` answers whether the user wants the change; `dialog` is drawn by the section. */
export function useServiceChange(settings: SettingsView): {
  ask: (change: ServiceChange) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<PendingChange | null>(null);
  const ask = (change: ServiceChange) => new Promise<boolean>((answer) => setAsked({ change, answer }));
  const close = () => {
    // Where it was confirmed, that is the answer already.
    asked?.answer(false);
    setAsked(null);
  };
  return { ask, dialog: asked === null ? null : <Question asked={asked} settings={settings} onClose={close} /> };
}

function Question({
  asked: { change, answer },
  settings,
  onClose,
}: {
  asked: PendingChange;
  settings: SettingsView;
  onClose: () => void;
}) {
  const { t } = useTranslation("settings");
  const renews = settings.renewalKeySet || settings.renewalSecretSet;
  return (
    <Suspense>
      <ConfirmDialog
        opened
        danger
        onClose={onClose}
        title={t("service.title")}
        confirm={t("service.confirm")}
        onConfirm={() => Promise.resolve(answer(true))}
      >
        <div className={classes.service} data-testid="service-change">
          <p>{t(`service.${change.kind}`, change)}</p>
          <ul>
            <li>{t(renews ? "service.secretsRenewal" : "service.secrets")}</li>
            <li>{t("service.payrolls")}</li>
          </ul>
        </div>
      </ConfirmDialog>
    </Suspense>
  );
}
