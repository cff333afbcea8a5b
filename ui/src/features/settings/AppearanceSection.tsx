/** The appearance of the window, on this computer and for every profile. */
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import { useAppearance } from "../../session/appearance";
import type { Appearance, Density, Scheme } from "../../ipc";
import { allMembers } from "../../lib/allMembers";
import { Saved } from "./fields/Saved";
import { useSaved } from "./fields/useSaved";
import classes from "./Settings.module.css";

const SCHEMES = allMembers<Scheme>({ system: true, light: true, dark: true });
const DENSITIES = allMembers<Density>({ comfortable: true, compact: true });

export function AppearanceSection() {
  const { t } = useTranslation("settings");
  const { appearance, save } = useAppearance();
  return (
    <section className={classes.section} data-section="appearance">
      <h2 className={classes.heading}>{t("section.appearance")}</h2>
      <div className={classes.card}>
        <Choice
          name="scheme"
          hint={t("appearance.schemeHint")}
          options={SCHEMES}
          value={appearance.scheme}
          onSave={(scheme) => save({ scheme })}
        />
        <Choice
          name="density"
          hint={t("appearance.densityHint")}
          options={DENSITIES}
          value={appearance.density}
          onSave={(density) => save({ density })}
        />
      </div>
    </section>
  );
}

type Props<Option extends Scheme | Density> = {
  name: keyof Pick<Appearance, "scheme" | "density">;
  hint: string;
  options: readonly Option[];
  value: Option;
  onSave: (option: Option) => Promise<void>;
};

function Choice<Option extends Scheme | Density>({ name, hint, options, value, onSave }: Props<Option>) {
  const { t } = useTranslation("settings");
  const [saved, showSaved] = useSaved();
  const [error, setError] = useState<unknown>(null);
  const choose = async (chosen: string) => {
    const option = options.find((one) => one === chosen);
    if (option === undefined) return;
    setError(null);
    try {
      await onSave(option);
      showSaved();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle} id={`settings-${name}`}>
            {t(`appearance.${name}`)}
          </h3>
          <p className={classes.rowBody}>{hint}</p>
        </div>
        {saved && <Saved />}
        <SegmentedControl
          aria-labelledby={`settings-${name}`}
          value={value}
          onChange={(chosen) => void choose(chosen)}
          data={options.map((option) => ({ value: option, label: t(`appearance.${option as Scheme | Density}`) }))}
          data-testid={`settings-${name}`}
        />
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={() => setError(null)} />
        </div>
      )}
    </div>
  );
}
