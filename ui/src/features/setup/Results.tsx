/** How results arrive. Querying the provider needs no help, so it comes first; notifications need IT. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckedCalls, ErrorPanel, Radio } from "../../components";
import { allMembers } from "../../lib/allMembers";
import { useNavigation } from "../../navigation";
import classes from "./Setup.module.css";
import type { StepProps } from "./steps";
import { isNotOffered, isProbed, isSupported } from "./useProviderProbe";

const WAYS = allMembers<"ask" | "import" | "notified">({ ask: true, import: true, notified: true });
type Way = (typeof WAYS)[number];

export function Results({ probe, onDone }: StepProps): ReactNode {
  const { t } = useTranslation("setup");
  const [way, choose] = useState<Way>("ask");
  return (
    <>
      <p className={classes.lead}>{t("results.lead")}</p>
      <fieldset className={classes.ways}>
        <legend className={classes.legend}>{t("results.legend")}</legend>
        {WAYS.map((one) => (
          <Radio
            key={one}
            name="setup-results"
            checked={way === one}
            onChange={() => choose(one)}
            data-testid={`setup-results-${one}`}
          >
            <b>{t(`results.way.${one}`)}</b>
            <span className={classes.wayText}>{t(`results.wayText.${one}`)}</span>
          </Radio>
        ))}
      </fieldset>
      {way === "ask" && <Ask probe={probe} onDone={onDone} />}
      {way === "import" && (
        <Button onClick={onDone} data-testid="setup-results-done">
          {t("results.useImport")}
        </Button>
      )}
      {way === "notified" && <Notified />}
    </>
  );
}

/** Tests automatically which calls the provider supports. */
function Ask({ probe, onDone }: Pick<StepProps, "probe" | "onDone">): ReactNode {
  const { t } = useTranslation("setup");
  const { calls, tryOut, isBusy, error, forget } = probe;
  const isOffered = calls !== null && (isSupported(calls, "results") || isSupported(calls, "results_list"));
  const isMissing = calls !== null && isNotOffered(calls, "results") && isNotOffered(calls, "results_list");
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      {calls === null ? null : <CheckedCalls calls={calls.filter(isProbed)} />}
      {!isMissing ? null : (
        <p className={classes.notOffered} role="status" data-testid="setup-not-offered">
          {t("results.notOffered")}
        </p>
      )}
      <div className={classes.actions}>
        {isOffered ? (
          <Button onClick={onDone} data-testid="setup-results-done">
            {t("next")}
          </Button>
        ) : null}
        <Button
          variant={isOffered ? "default" : "filled"}
          onClick={() => void tryOut()}
          loading={isBusy}
          data-testid="setup-try"
        >
          {t(calls === null ? "results.try" : "results.tryAgain")}
        </Button>
      </div>
    </>
  );
}

function Notified(): ReactNode {
  const { t } = useTranslation("setup");
  const { go } = useNavigation();
  return (
    <Button onClick={() => go({ name: "settings", section: "callbacks" })} data-testid="setup-notifications">
      {t("results.notifications")}
    </Button>
  );
}
