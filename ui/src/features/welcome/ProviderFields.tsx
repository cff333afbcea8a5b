/** What the provider's dashboard shows, and for other providers what their documentation says. */
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl, TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ProviderSettings, RenewalSettings } from "../../ipc";
import classes from "./ConnectForm.module.css";
import { type Kind, KINDS, type Provider } from "./useProvider";

const OF_REQUEST = ["path", "keyField", "secretField", "tokenAt"] as const satisfies readonly (keyof RenewalSettings)[];
const OF_PROVIDER = [
  "payoutStatusPath",
  "balancePath",
  "tokenPrefix",
] as const satisfies readonly (keyof ProviderSettings)[];

export function ProviderFields({ provider }: { provider: Provider }): ReactNode {
  const { t } = useTranslation("welcome");
  const label = useId();
  const { kind, choose, settings, renewal } = provider;
  const field = (name: (typeof OF_REQUEST)[number] | (typeof OF_PROVIDER)[number]) => ({
    label: t(`connect.provider.${name}`),
    autoComplete: "off",
    spellCheck: false,
    "data-testid": `connect-${name}`,
  });
  return (
    <>
      <div className={classes.wide}>
        <p id={label} className={classes.question}>
          {t("connect.shows")}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={label}
          value={kind}
          onChange={(chosen) => choose(chosen as Kind)}
          data={KINDS.map((one) => ({ value: one, label: t(`connect.kind.${one}`) }))}
          data-testid="connect-kind"
        />
        <p className={classes.hint}>{t(`connect.kindHint.${kind}`)}</p>
      </div>
      {kind !== "other" ? null : (
        <>
          {OF_REQUEST.map((name) => (
            <TextInput
              key={name}
              {...field(name)}
              value={renewal[name]}
              onChange={(event) => provider.changeRenewal({ [name]: event.currentTarget.value })}
            />
          ))}
          {OF_PROVIDER.map((name) => (
            <TextInput
              key={name}
              {...field(name)}
              value={settings[name]}
              onChange={(event) => provider.change({ [name]: event.currentTarget.value })}
            />
          ))}
        </>
      )}
    </>
  );
}

/** Asked where nothing but a charge would tell, and by those whose provider differs anyway. */
export function ChargePath({ provider }: { provider: Provider }): ReactNode {
  const { t } = useTranslation("welcome");
  return (
    <TextInput
      className={classes.wide}
      label={t("connect.chargePath")}
      description={t("connect.chargePathHint")}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={provider.settings.chargePath}
      onChange={(event) => provider.change({ chargePath: event.currentTarget.value })}
      autoComplete="off"
      spellCheck={false}
      data-testid="connect-chargePath"
    />
  );
}
