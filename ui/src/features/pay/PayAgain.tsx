/** The last payrolls: their people can be copied into a new one, which is checked like any other. */
import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useIntake } from "../../session/intake";
import type { PayrollLine } from "../../ipc";
import { formatDay } from "../../lib/time/dates";
import classes from "./Pay.module.css";
import { Sums } from "./Sums";

export function PayAgain({ lines, disabled }: { lines: PayrollLine[]; disabled: boolean }) {
  const { t } = useTranslation("pay");
  const { payAgain } = useIntake();
  return (
    <section className={classes.group}>
      <h2 className={classes.groupTitle}>{t("again.title")}</h2>
      <ul className={classes.list}>
        {lines.map(({ id, name, people, banks, totals, approvedAt }) => (
          <li key={id} className={classes.line} data-testid={`pay-again-${id}`}>
            <span className={classes.tile}>
              <IconFileSpreadsheet size={18} stroke={1.75} />
            </span>
            <div className={classes.what}>
              <h3 className={classes.name}>{name}</h3>
              <p className={classes.facts}>
                {t("again.people", { count: people })} · {t("again.banks", { count: banks })}
              </p>
            </div>
            <div className={classes.sums}>
              <Sums totals={totals} />
              {approvedAt !== null && (
                <p className={classes.facts}>{t("again.approved", { when: formatDay(approvedAt) })}</p>
              )}
            </div>
            <Button
              size="xs"
              variant="default"
              disabled={disabled}
              aria-label={t("again.actionNamed", { name })}
              onClick={() => void payAgain(id, name)}
            >
              {t("again.action")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
