// Banks: the destinations of this profile, as the service lists them, with the date of each list.

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Page } from "../../components";
import { asDeskError, type Country, type DestinationView, ipc } from "../../ipc";
import { formatMoment } from "../../lib/time/dates";
import { keys, useDestinations, useSettings } from "../../query";
import classes from "./Banks.module.css";
import { Branches } from "./Branches";
import { Countries } from "./Countries";
import { Destinations } from "./Destinations";

/** The initial country, until the user chooses another. */
const FIRST_COUNTRY: Country = "NG";
let lastCountry: Country = FIRST_COUNTRY;

export default function BanksScreen(): ReactNode {
  const { t } = useTranslation("banks");
  const client = useQueryClient();
  const [country, setCountry] = useState(lastCountry);
  const [bank, setBank] = useState<DestinationView | null>(null);
  const destinations = useDestinations(country);
  const refreshing = useMutation({
    mutationFn: () => ipc.banks(country, "all_fetched"),
    onSuccess: (view) => client.setQueryData(keys.destinations(view.country), view),
    onSettled: () => client.invalidateQueries({ queryKey: keys.bankLists }),
  });
  const choose = (next: Country): void => {
    lastCountry = next;
    setCountry(next);
    setBank(null);
    refreshing.reset();
  };
  const days = (destinations.data?.lists ?? []).flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]));
  const day = days.toSorted()[0];
  return (
    <Page
      fill
      testid="banks-screen"
      title={t("title")}
      second={<Source />}
      actions={
        <>
          {day === undefined ? null : (
            <span className={classes.day}>{t("fetchedAt", { time: formatMoment(day) })}</span>
          )}
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} />}
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate()}
            data-testid="banks-refresh"
          >
            {t("refresh")}
          </Button>
        </>
      }
    >
      <div className={classes.columns}>
        <Countries chosen={country} onChoose={choose} />
        <Destinations
          key={country}
          country={country}
          destinations={destinations}
          failed={refreshing.error === null ? null : asDeskError(refreshing.error)}
          chosen={bank}
          onChoose={setBank}
        />
        <Branches key={bank?.code ?? ""} country={country} bank={bank} />
      </div>
    </Page>
  );
}

/** The source of the lists. */
function Source(): ReactNode {
  const { t } = useTranslation("banks");
  const settings = useSettings().data;
  if (settings === undefined) return t("source");
  return settings.mode === "practice" ? t("sourcePractice") : t("sourceNamed", { name: settings.profile.name });
}
