/** The bank for rows without one: a list of one bank's customers often has no column for it. */
import { Button } from "@mantine/core";
import type { Country } from "../../ipc";
import { shortBankName } from "../../lib/banks/bankNames";
import { BankPicker } from "../check/banks/BankPicker";
import classes from "./Map.module.css";
import type { Mapping } from "./useMapping";
import { useWords } from "./words";

type Props = { country: Country; mapping: Pick<Mapping, "bank" | "chooseBank"> };

export function BankOfAll({ country, mapping: { bank, chooseBank } }: Props) {
  const t = useWords();
  return (
    <section className={classes.bankOfAll} aria-label={t("side.bank")} data-testid="map-bank">
      <h2 className={classes.sideTitle}>{t("side.bank")}</h2>
      {bank === null ? (
        <BankPicker
          country={country}
          suggested={null}
          fileText=""
          placeholder={t("side.bankPlaceholder")}
          onChoose={chooseBank}
        />
      ) : (
        <p className={classes.chosenBank}>
          <b title={bank.name}>{shortBankName(bank.name)}</b>
          <Button variant="default" size="xs" onClick={() => chooseBank(null)} data-testid="map-bank-none">
            {t("side.bankNone")}
          </Button>
        </p>
      )}
    </section>
  );
}
