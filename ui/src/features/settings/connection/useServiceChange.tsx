/** Confirms a change of the service: the secrets belong to the previous one, and are deleted. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../ipc";
import classes from "../Settings.module.css";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../components/ConfirmDialog")).ConfirmDialog,
}));

/** The change of the service: its address, or its trusted certificates. */
export type ServiceChange =
  | { kind: "address"; host: string }
  | { kind: "trusted"; host: string; file: string }
  | { kind: "untrusted"; host: string };

type PendingChange = { change: ServiceChange; answer: (isConfirmed: boolean) => void };

/** Normalises an address, as the desk does before comparing: no default port, no slash at the end. */
function normalizedUrl(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, "") : address;
}

export const isOtherService = (one: string, other: string): boolean => normalizedUrl(one) !== normalizedUrl(other);

export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** `ask` resolves to the user's decision; `dialog` is rendered by the section. */
export function useServiceChange(settings: SettingsView): {
  ask: (change: ServiceChange) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<PendingChange | null>(null);
  const ask = (change: ServiceChange) => new Promise<boolean>((answer) => setAsked({ change, answer }));
  const close = () => {
    // After a confirmation the promise is resolved already.
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
