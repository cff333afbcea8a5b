// The selected event in full: a line of the list shows only the beginning of its text.

import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AuditLine } from "../../ipc";
import { formats } from "../../lib/time/dates";
import classes from "./Audit.module.css";
import { payrollOf, personOf } from "./columns";
import { actorText, detailsText } from "./details";

type Props = { line: AuditLine; onOpen: (() => void) | undefined; onClose: () => void };

/** @param props.onOpen Undefined for an event that is about no payroll, or a deleted one. */
export function SelectedEvent({ line, onOpen, onClose }: Props): ReactNode {
  const { t } = useTranslation(["audit", "lists", "outcomes", "reasons", "states"]);
  const about = [payrollOf(line, t), personOf(line)].filter((text) => text !== "");
  const facts = [formats.momentSeconds(line.at), actorText(line.by, t), ...about];
  const details = detailsText(line, t);
  return (
    <section className={classes.selected} aria-label={t("selected.label")} data-testid="audit-selected">
      <div className={classes.selectedText} aria-live="polite">
        <p>
          <b>{t(`lists:event.${line.kind}`)}</b>
          <span className={classes.selectedFacts}>{` · ${facts.join(" · ")}`}</span>
        </p>
        {details === "" ? null : <p>{details}</p>}
      </div>
      {onOpen === undefined ? null : (
        <Button variant="default" size="xs" onClick={onOpen} data-testid="audit-open">
          {t(isAboutPayment(line) ? "selected.payment" : "selected.payroll")}
        </Button>
      )}
      <ActionIcon size={28} aria-label={t("selected.close")} onClick={onClose} data-testid="audit-selected-close">
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </section>
  );
}

/** A reference without a person belongs to a payment outside of every payroll. */
export const isAboutPayment = ({ reference, person }: AuditLine): boolean => reference !== null && person !== null;
