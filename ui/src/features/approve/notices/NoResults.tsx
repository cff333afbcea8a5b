// Said before the money leaves: without an address for results, or where none ever arrived, Track may never learn who
// was paid, unless the provider is asked.

import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useNavigation } from "../../../navigation";
import { callbackSetupQuery, settingsQuery, useSession } from "../../../query";
import classes from "../Approve.module.css";

export function NoResults(): ReactNode {
  const { t } = useTranslation("approve");
  const { go } = useNavigation();
  const { mode, callbackAddress } = useSession();
  const isLive = mode === "live";
  const isSet = callbackAddress !== null;
  const setup = useQuery({ ...callbackSetupQuery, enabled: isLive && isSet }).data;
  const profile = useQuery({ ...settingsQuery, enabled: isLive }).data?.profile;
  // Where the provider is asked, results arrive without notifications. An address that nothing arrives at is a mistake anyway.
  const isAsked = profile === undefined || profile.payoutStatusPath !== "" || profile.payoutListPath !== "";
  if (!isLive || (!isSet && isAsked) || (isSet && (setup === undefined || setup.lastArrivedAt !== null))) return null;
  const words = isSet ? "neverArrived" : "noResults";
  return (
    <section className={classes.shortfall} data-testid={isSet ? "approve-never-arrived" : "approve-no-results"}>
      <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t(`${words}.title`)}</h2>
        <p>{t(`${words}.text`)}</p>
        <div className={classes.shortfallActions}>
          <Button
            size="xs"
            variant="default"
            onClick={() => go({ name: "settings", section: "callbacks" })}
            data-testid="approve-set-up-results"
          >
            {t(`${words}.set`)}
          </Button>
        </div>
      </div>
    </section>
  );
}
