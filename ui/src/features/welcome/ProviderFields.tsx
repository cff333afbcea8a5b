/** The settings from the provider's dashboard, and for other providers from their documentation. */
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl, TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ProviderSettings, RenewalSettings } from "../../ipc";
import { FieldError } from "../../components";
import classes from "./ConnectForm.module.css";
import type { Faults, ProviderField } from "./useConnect";
import { type Kind, KINDS, type Provider } from "./useProvider";

const OF_REQUEST = ["path", "keyField", "secretField", "tokenAt"] as const satisfies readonly (keyof RenewalSettings)[];
const OF_PROVIDER = [
  "payoutStatusPath",
  "payoutListPath",
  "balancePath",
  "tokenPrefix",
] as const satisfies readonly (keyof ProviderSettings)[];

type Props = { provider: Provider; faults: Faults; changed: (name: ProviderField) => void };

const fault = (text: string | undefined): ReactNode =>
  text === undefined ? undefined : <FieldError>{text}</FieldError>;

export function ProviderFields({ provider, faults, changed }: Props): ReactNode {
  const { t } = useTranslation("welcome");
  const label = useId();
  const { kind, choose, settings, renewal } = provider;
  const field = (name: (typeof OF_REQUEST)[number] | (typeof OF_PROVIDER)[number]) => ({
    name,
    label: t(`connect.provider.${name}`),
    error: fault(faults[name]),
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
              onChange={(event) => {
                changed(name);
                provider.changeRenewal({ [name]: event.currentTarget.value });
              }}
            />
          ))}
          {OF_PROVIDER.map((name) => (
            <TextInput
              key={name}
              {...field(name)}
              value={settings[name]}
              onChange={(event) => {
                changed(name);
                provider.change({ [name]: event.currentTarget.value });
              }}
            />
          ))}
        </>
      )}
    </>
  );
}

/** Asked if only a charge could test it, and if the provider is a custom one anyway. */
export function ChargePath({ provider, faults, changed }: Props): ReactNode {
  const { t } = useTranslation("welcome");
  return (
    <TextInput
      name="chargePath"
      className={classes.wide}
      label={t("connect.chargePath")}
      error={fault(faults.chargePath)}
      description={t("connect.chargePathHint")}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={provider.settings.chargePath}
      onChange={(event) => {
        changed("chargePath");
        provider.change({ chargePath: event.currentTarget.value });
      }}
      autoComplete="off"
      spellCheck={false}
      data-testid="connect-chargePath"
    />
  );
}
