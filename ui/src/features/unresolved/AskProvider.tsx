// Queries the provider about the payments of an unresolved batch, if it supports that.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { TrackView } from "../../ipc";
import { usePayroll } from "../../query";
import { useAsking } from "../track/openPayments/Asking";
import classes from "./Unresolved.module.css";

export function AskProvider({ payroll }: { payroll: number }): ReactNode {
  // The batch can be decided without it: nothing is shown while the payroll loads, or if that fails.
  const { data } = usePayroll(payroll);
  return data === undefined ? null : <Ask view={data} />;
}

function Ask({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("unresolved");
  const asking = useAsking(view);
  if (asking === null) return null;
  return (
    <section className={classes.ask} data-testid="unresolved-ask">
      {asking.error}
      <div className={classes.wait}>
        <div>
          <h3>{t("ask.title")}</h3>
          <p>{t("ask.text")}</p>
          {asking.facts === null ? null : <p role="status">{asking.facts}</p>}
        </div>
        {asking.button(false)}
      </div>
    </section>
  );
}
