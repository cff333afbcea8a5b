/** Practice mode only: the available cards, by their effect. */
import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PracticeCardView } from "../../ipc";
import classes from "../Card.module.css";
import { groupCard } from "../fields";

export function PracticeCards({
  cards,
  onUse,
}: {
  cards: PracticeCardView[];
  onUse: (number: string) => void;
}): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <section className={classes.practice} aria-labelledby="practice-cards" data-testid="card-practice">
      <h2 id="practice-cards">{t("form.practice.title")}</h2>
      <p>{t("form.practice.text")}</p>
      <ul>
        {cards.map(({ number, outcome, otp }) => {
          const does = t(`form.practice.outcome.${outcome}`);
          return (
            <li key={number}>
              <UnstyledButton
                className={classes.practiceCard}
                aria-label={t("form.practice.use", { number, outcome: does })}
                onClick={() => onUse(number)}
                data-testid={`card-practice-${outcome}`}
              >
                <span>
                  {does}
                  {otp === null ? "" : ` · ${t("form.practice.otp", { otp })}`}
                </span>
                <span className="num">{groupCard(number)}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
