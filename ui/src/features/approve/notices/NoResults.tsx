// Shown before the payment: without a callback address, or if no callback ever arrived, Track may not get the results,
// unless the provider is queried.

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
  // If the provider is queried, notifications are not needed. An address without any callback is an error anyway.
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
