// Whether the journal repeats the entries of earlier ones. Asked only if one was saved for the same program.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Radio } from "../../components";
import type { EarlierJournals, JournalScope } from "../../ipc";
import { formatMoment } from "../../lib/time/dates";
import classes from "./Journal.module.css";

const newPayments = ({ new: { paid, reversed } }: EarlierJournals): number => paid.count + reversed.count;

/** Whether a journal of only new entries is possible: it would not correct wrong entries of earlier ones. */
const canAdd = (earlier: EarlierJournals): boolean => earlier.outdated === 0;

/** The proposed scope: booked payments are not booked again. */
export function proposedScope(earlier: EarlierJournals | undefined): JournalScope {
  return earlier !== undefined && canAdd(earlier) ? "new" : "everything";
}

type Props = {
  earlier: EarlierJournals;
  /** Nothing is recorded as paid now, so no new journal can replace the earlier ones. */
  isEmpty: boolean;
  scope: JournalScope;
  onChange: (scope: JournalScope) => void;
};

export function Scope({ earlier, isEmpty, scope, onChange }: Props): ReactNode {
  const { t } = useTranslation("journal");
  const when = formatMoment(earlier.savedAt);
  const count = newPayments(earlier);
  const fees = earlier.new.fees.count;
  return (
    <fieldset className={classes.choices} data-testid="journal-scope">
      <legend>{t("scope")}</legend>
      <Radio
        name="journal-scope"
        checked={scope === "new"}
        disabled={!canAdd(earlier)}
        onChange={() => onChange("new")}
        data-testid="journal-scope-new"
      >
        {count > 0
          ? t("scopes.new", { when, count })
          : fees > 0
            ? t("scopes.newFees", { when, count: fees })
            : t("scopes.none", { when })}
      </Radio>
      <Radio
        name="journal-scope"
        checked={scope === "everything"}
        onChange={() => onChange("everything")}
        data-testid="journal-scope-everything"
      >
        {t("scopes.everything")}
      </Radio>
      {earlier.outdated === 0 ? null : (
        <div className={classes.outdated} role="note" data-testid="journal-outdated">
          <strong>{t("outdated.title", { count: earlier.outdated })}</strong>
          <p>{t(isEmpty ? "outdated.wait" : "outdated.text")}</p>
        </div>
      )}
    </fieldset>
  );
}
