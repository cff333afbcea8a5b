// The events, fetched in windows, the newest first.

import { Button } from "@mantine/core";
import { IconHistory, IconHistoryOff } from "@tabler/icons-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel } from "../../components";
import { DataGrid, type GridCell, type GridHandle, useRowWindows } from "../../components/DataGrid";
import { type AuditLine, type AuditQuery, ipc } from "../../ipc";
import { formatCount } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import classes from "./Audit.module.css";
import { auditColumns } from "./columns";
import { isAboutPayment, SelectedEvent } from "./SelectedEvent";

const ROW_PX = { comfortable: 36, compact: 30 } as const;

type Props = {
  query: AuditQuery;
  onClear: () => void;
  /** The number of edits without a known person, after the fetch. */
  onUnattributed: (query: AuditQuery, unattributed: number) => void;
};

export function EventGrid({ query, onClear, onUnattributed }: Props): ReactNode {
  const { t } = useTranslation(["audit", "lists", "outcomes", "reasons", "states"]);
  const { appearance } = useSession();
  const { go } = useNavigation();
  const key = `${query.payroll ?? ""} ${query.person ?? ""}`;
  // The index now belongs to another event.
  const [selected, setSelected] = useState<{ key: string; cell: GridCell }>();
  const [isClosed, setClosed] = useState(false);
  const grid = useRef<GridHandle>(null);
  const active = selected?.key === key ? selected.cell : undefined;
  const fetch = useCallback(
    async (offset: number, limit: number) => {
      const events = await ipc.auditLog(query, offset, limit);
      onUnattributed(query, events.unattributed);
      return events;
    },
    [query, onUnattributed],
  );
  const windows = useRowWindows<AuditLine>(fetch, key, 0);
  const columns = useMemo(() => auditColumns(t, query.payroll !== null), [t, query.payroll]);
  const open = (line: AuditLine): void => {
    const { payroll, reference } = line;
    if (payroll === null || !hasPayroll(line)) return;
    const payment = reference !== null && isAboutPayment(line) ? { payment: reference } : {};
    go({ name: "track", id: payroll, ...payment });
  };
  const close = (): void => {
    setClosed(true);
    grid.current?.focus();
  };
  const line = isClosed || active === undefined ? undefined : windows.row(active.row);
  const isFiltered = query.payroll !== null || query.person !== null;
  return (
    <div className={classes.grid}>
      <DataGrid
        ref={grid}
        label={t("grid")}
        columns={columns}
        windows={windows}
        rowKey={({ number }) => number}
        rowHeight={ROW_PX[appearance.density]}
        active={active}
        onActive={(cell) => {
          setSelected({ key, cell });
          setClosed(false);
        }}
        onOpen={open}
        foot={<Hint />}
        footCount={(first, last, total) =>
          t("foot.count", { first: formatCount(first), last: formatCount(last), count: total })
        }
        empty={<Nothing isFiltered={isFiltered} onClear={onClear} />}
        failure={failure}
      />
      {line === undefined ? null : (
        <SelectedEvent line={line} onOpen={hasPayroll(line) ? () => open(line) : undefined} onClose={close} />
      )}
    </div>
  );
}

/** A deleted draft has no page. */
const hasPayroll = ({ payroll, payrollName }: AuditLine): boolean => payroll !== null && payrollName !== null;

const failure = (error: unknown, retry: () => void): ReactNode => <ErrorPanel error={error} onRetry={retry} />;

function Hint(): ReactNode {
  const { t } = useTranslation("audit");
  return (
    <>
      <IconHistory size={16} stroke={1.75} aria-hidden />
      {t("foot.open")}
    </>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation("audit");
  if (!isFiltered) return <EmptyState icon={IconHistory} title={t("empty.title")} body={t("empty.text")} />;
  return (
    <EmptyState
      icon={IconHistoryOff}
      title={t("filtered.title")}
      body={t("filtered.text")}
      action={
        <Button variant="default" onClick={onClear} data-testid="audit-clear">
          {t("filtered.clear")}
        </Button>
      }
    />
  );
}
