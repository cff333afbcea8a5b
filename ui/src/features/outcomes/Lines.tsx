// The lines of the difference, in windows from the desk: each payment with what is known now and what the file reports.

import { IconFileOff, IconListSearch } from "@tabler/icons-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel, useStateWord } from "../../components";
import { DataGrid, type GridCell, useRowWindows, useWindowsVersion } from "../../components/DataGrid";
import { ipc, type OutcomeKind, type OutcomeLine, type OutcomesView } from "../../ipc";
import { formatCount } from "../../lib/dates";
import { outcomeColumns } from "./columns";
import { type Confirmation, isToConfirm, keyOf, SELECT, useConfirmKey } from "./confirmation";
import classes from "./Outcomes.module.css";

/** Each line has two lines of text. */
const ROW_PX = 52;

type Props = { shown: OutcomesView; kind: OutcomeKind | null; confirmation: Confirmation };

export function Lines({ shown: { fingerprint }, kind, confirmation }: Props): ReactNode {
  const { t } = useTranslation("outcomes");
  const stateWord = useStateWord();
  const [active, setActive] = useState<GridCell>();
  const fetch = useCallback(
    (offset: number, limit: number) => ipc.outcomeLines(fingerprint, kind, offset, limit),
    [fingerprint, kind],
  );
  const windows = useRowWindows<OutcomeLine>(fetch, kind ?? "", 0);
  useWindowsVersion(windows);
  const columns = useMemo(() => outcomeColumns({ t, confirmation, stateWord }), [t, confirmation, stateWord]);
  const box = useRef<HTMLDivElement>(null);
  useConfirmKey(box, windows.row(active?.row ?? 0), confirmation);
  const { confirmed, toggle } = confirmation;
  return (
    <div className={classes.grid} ref={box}>
      <DataGrid
        label={t("table")}
        columns={columns}
        windows={windows}
        rowKey={keyOf}
        rowHeight={ROW_PX}
        active={active}
        onActive={setActive}
        onClickRow={(line, column) => {
          if (column === SELECT && isToConfirm(line)) toggle([line.confirmKey], !confirmed.has(line.confirmKey));
        }}
        foot={<Hint />}
        footCount={(first, last, total) =>
          t("count", { first: formatCount(first), last: formatCount(last), count: total })
        }
        empty={<EmptyState icon={IconFileOff} title={t("empty.title")} body={t("empty.text")} />}
        failure={failure}
      />
    </div>
  );
}

const failure = (error: unknown, retry: () => void): ReactNode => <ErrorPanel error={error} onRetry={retry} />;

function Hint(): ReactNode {
  const { t } = useTranslation("outcomes");
  return (
    <>
      <IconListSearch size={16} stroke={1.75} aria-hidden />
      {t("hint")}
    </>
  );
}
