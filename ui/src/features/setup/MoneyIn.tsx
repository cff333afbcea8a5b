/** Funding the balance: the account for transfers, and the reference for card payments. */
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
  // No harmless request can prove that cards are unsupported, so the field stays reachable.
  const isCardShown = isCardChosen || calls === null || isSupported(calls, "card_top_up");
  const { field, failure, forget } = useProfile(settings);
  // Pressing the button blurs a field, which is then saved; a refused value keeps the user on this step.
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
    // A value reverted with Escape is not saved again.
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
