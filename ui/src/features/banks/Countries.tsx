// The service's countries, with their numbers of banks and wallets.

import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Country, CountryListsView } from "../../ipc";
import { COUNTRY_CODES, CURRENCY_OF } from "../../lib/currency/countries";
import { useBankCountries } from "../../query";
import classes from "./Banks.module.css";

type Props = { chosen: Country; onChoose: (country: Country) => void };

export function Countries({ chosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation(["banks", "approve"]);
  const { data = [] } = useBankCountries();
  return (
    <nav className={classes.countries} aria-label={t("countries")}>
      {COUNTRY_CODES.map((country) => (
        <UnstyledButton
          key={country}
          className={classes.country}
          aria-current={country === chosen ? "true" : undefined}
          onClick={() => onChoose(country)}
          data-testid={`banks-country-${country}`}
        >
          <span className={classes.tag} aria-hidden>
            {country}
          </span>
          <span className={classes.countryName}>
            {t(`approve:country.${country}`)}
            <span className={classes.figures}>
              <Figures lists={data.find((lists) => lists.country === country)} />
            </span>
          </span>
          <span className={classes.currency}>{CURRENCY_OF[country]}</span>
        </UnstyledButton>
      ))}
    </nav>
  );
}

function Figures({ lists }: { lists: CountryListsView | undefined }): ReactNode {
  const { t } = useTranslation("banks");
  if (lists === undefined || (lists.banks === null && lists.wallets === null)) return t("notFetched");
  const parts = [
    ...(lists.banks === null || lists.banks === 0 ? [] : [t("banks", { count: lists.banks })]),
    ...(lists.wallets === null || lists.wallets === 0 ? [] : [t("wallets", { count: lists.wallets })]),
  ];
  return parts.length === 0 ? t("noneListed") : parts.join(", ");
}
