// The columns of the audit log: time, event, actor, payroll, person.

import type { ReactNode } from "react";

import type { GridColumn } from "../../components/DataGrid";
import type { AuditLine } from "../../ipc";
import { textPx } from "../../lib/textWidth";
import { formats } from "../../lib/time/dates";
import classes from "./Audit.module.css";
import { actorText, type AuditWords, detailsText } from "./details";

/** A cell's padding; at the start of a row the page's margin replaces it. */
const CELL_PX = 24;
const MARGIN_PX = 32;
/** Longer texts are cut even if there is room. */
const TEXT_PX_MAX = 360;
const preferredTextPx = (text: string): number => Math.min(TEXT_PX_MAX, textPx(text)) + CELL_PX;

/** The longest event kinds are sentences. */
const WHAT_PX_MAX = 180;

/** If all events belong to one payroll, each line has only its batch, which saves the room of the name. */
export function auditColumns(t: AuditWords, isOfOnePayroll = false): GridColumn<AuditLine>[] {
  const what = ({ kind }: AuditLine): string => t(`lists:event.${kind}`);
  const column = (
    id: string,
    header: string,
    width: GridColumn<AuditLine>["width"],
    text: (line: AuditLine) => string,
  ): GridColumn<AuditLine> => ({
    id,
    header,
    width,
    preferredWidth: (line) => preferredTextPx(text(line)),
    text,
    render: (line) => <Clipped text={text(line)} />,
  });
  return [
    // Long-lived records show the year, also today's.
    {
      ...column("time", t("column.time"), { min: 124 }, ({ at }) => formats.momentSeconds(at)),
      requiredWidth: ({ at }) => textPx(formats.momentSeconds(at)) + MARGIN_PX + CELL_PX / 2,
    },
    {
      ...column("what", t("column.what"), { min: 180, ideal: 200, grow: 0.4, shrinkOrder: 1 }, what),
      requiredWidth: (line) => Math.min(WHAT_PX_MAX, textPx(what(line))) + CELL_PX,
    },
    column("by", t("column.by"), { min: 88, ideal: 110, grow: 0.2 }, ({ by }) => actorText(by, t)),
    isOfOnePayroll
      ? column("batch", t("column.batch"), { min: 84 }, (line) => batchOf(line, t))
      : column("payroll", t("column.payroll"), { min: 150, ideal: 220, grow: 0.8, shrinkOrder: 2 }, (line) =>
          payrollOf(line, t),
        ),
    column("person", t("column.person"), { min: 132, ideal: 170, grow: 0.6, shrinkOrder: 2 }, (line) => personOf(line)),
    column("detail", t("column.detail"), { min: 120, ideal: 240, grow: 1, shrinkOrder: 1 }, (line) =>
      detailsText(line, t),
    ),
  ];
}

export function payrollOf({ payroll, payrollName, batch }: AuditLine, t: AuditWords): string {
  if (payroll === null) return "";
  const name = payrollName ?? t("deleted");
  return batch === null ? name : t("batchOf", { name, number: batch });
}

const batchOf = ({ batch }: AuditLine, t: AuditWords): string => (batch === null ? "" : t("batch", { number: batch }));

/** A reference without a person belongs to a payment outside of this ledger's payrolls. */
export const personOf = ({ person, reference }: AuditLine): string => person ?? reference ?? "";

function Clipped({ text }: { text: string }): ReactNode {
  return (
    <span className={classes.clipped} title={text}>
      {text}
    </span>
  );
}
