/** How money comes into the balance: the account to pay into, and the reference that a card payment needs. */
import { Button } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import { ProfileField } from "../settings/fields/ProfileField";
import { type Field, useProfile } from "../settings/fields/useProfile";
import classes from "./Setup.module.css";
import type { StepProps } from "./steps";
import { isSupported } from "./useProviderProbe";

export function MoneyIn({ settings, probe, onDone }: StepProps): ReactNode {
  const { t } = useTranslation(["setup", "settings"]);
  const [isCardChosen, setCardChosen] = useState(settings.profile.chargeRecipientId !== "");
  const { calls } = probe;
  // No request that moves no money rules a card out, so the field stays within reach.
  const isCardShown = isCardChosen || calls === null || isSupported(calls, "card_top_up");
  const { field, failure, forget } = useProfile(settings);
  // Pressing the button leaves a field, which is then saved; what is refused keeps one here.
  const saving = useRef(new Map<Field, Promise<string | undefined>>());
  const trackedField = (name: Field) => {
    const own = field(name);
    const onSave = (text: string): Promise<string | undefined> => {
      const saved = own.onSave(text);
      saving.current.set(name, saved);
      return saved;
    };
    return { ...own, onSave };
  };
  const goOn = async (): Promise<void> => {
    const faults = await Promise.all(saving.current.values());
    // What is taken back with Escape is not saved again.
    saving.current.clear();
    if (faults.every((fault) => fault === undefined)) onDone();
  };
  return (
    <>
      <p className={classes.lead}>{t("money_in.lead")}</p>
      {failure === null ? null : <ErrorPanel error={failure} onClose={forget} />}
      <div className={classes.fields}>
        <ProfileField
          {...trackedField("fundingInstructions")}
          label={t("settings:profile.fundingInstructions")}
          hint={t("settings:profile.fundingInstructionsHint")}
          isText
        />
        {isCardShown ? (
          <ProfileField
            {...trackedField("chargeRecipientId")}
            label={t("money_in.card")}
            hint={t("money_in.cardHint")}
          />
        ) : (
          <div className={classes.noCard} data-testid="setup-no-card">
            <p>{t("money_in.noCard")}</p>
            <Button variant="default" size="xs" onClick={() => setCardChosen(true)} data-testid="setup-want-card">
              {t("money_in.wantCard")}
            </Button>
          </div>
        )}
      </div>
      <div className={classes.actions}>
        <Button onClick={() => void goOn()} data-testid="setup-money-done">
          {t("next")}
        </Button>
      </div>
    </>
  );
}
