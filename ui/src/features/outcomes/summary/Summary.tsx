// The number of payments by kind of change. The counts are the filters.

import { IconBookmark } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { FilterChip } from "../../../components";
import type { OutcomeCount, OutcomeKind, OutcomesView } from "../../../ipc";
import { formatCount, formatMoment } from "../../../lib/time/dates";
import { countsOf } from "../confirmation";
import classes from "../Outcomes.module.css";
import { STYLES } from "./kinds";
import { Unread } from "./Unread";

type Props = {
  shown: OutcomesView;
  isRenewed: boolean;
  kind: OutcomeKind | null;
  confirmed: ReadonlySet<string>;
  onKind: (kind: OutcomeKind | null) => void;
};

export function Summary({ shown, isRenewed, kind, confirmed, onKind }: Props): ReactNode {
  const { t } = useTranslation("outcomes");
  const { counts, appliedAt, applicable, toConfirm, secondDebits, kind: file } = shown;
  const toMatch = toConfirm - secondDebits;
  const countText = (one: OutcomeCount): string => {
    const { applied, toSelect } = countsOf(one, confirmed);
    if (toSelect === 0) return formatCount(applied);
    const words = t("toSelect", { count: toSelect });
    return applied === 0 ? words : `${formatCount(applied)} · ${words}`;
  };
  return (
    <>
      {isRenewed ? (
        <p className={classes.notice} role="alert" data-testid="outcomes-renewed">
          {t("renewed")}
        </p>
      ) : null}
      <p className={classes.lead}>{t("lead")}</p>
      <ReadBy shown={shown} />
      {appliedAt === null ? null : (
        <p className={classes.lead} data-testid="outcomes-again">
          {applicable + toConfirm === 0
            ? t("appliedBefore", { when: formatMoment(appliedAt) })
            : t("appliedPartly", { when: formatMoment(appliedAt) })}
        </p>
      )}
      <Unread shown={shown} />
      {secondDebits === 0 ? null : (
        <p className={classes.notice} data-testid="outcomes-second-debits">
          {t("secondDebits", { count: secondDebits })}
        </p>
      )}
      {toMatch === 0 ? null : <p className={classes.lead}>{t(`toConfirm.${file}`, { count: toMatch })}</p>}
      <div className={classes.chips} role="group" aria-label={t("filter")}>
        {counts.map((one) => (
          <FilterChip
            key={one.kind}
            label={t(`kind.${one.kind}`)}
            count={countText(one)}
            stateStyle={STYLES[one.kind]}
            active={kind === one.kind}
            onToggle={() => onKind(kind === one.kind ? null : one.kind)}
            testid={`outcomes-${one.kind}`}
          />
        ))}
      </div>
    </>
  );
}

/** Shown if the columns were not detected by their headings. */
function ReadBy({ shown: { columnsOrigin, layoutName } }: { shown: OutcomesView }): ReactNode {
  const { t } = useTranslation("outcomes");
  const text =
    columnsOrigin === "given"
      ? t("readBy.given")
      : columnsOrigin === "remembered" && layoutName !== null
        ? t("readBy.remembered", { name: layoutName })
        : null;
  if (text === null) return null;
  return (
    <p className={classes.readBy} data-testid="outcomes-read-by">
      <IconBookmark size={16} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}
