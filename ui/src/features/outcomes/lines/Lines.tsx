// The lines of the difference, fetched in windows: each payment with its recorded and its reported result.

import { IconFileOff, IconListSearch } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel, useStateWord } from "../../../components";
import { DataGrid, type GridCell, useRowWindows, useWindowsVersion } from "../../../components/DataGrid";
import { ipc, type OutcomeCount, type OutcomeKind, type OutcomeLine, type OutcomesView } from "../../../ipc";
import { formatCount } from "../../../lib/time/dates";
import { type Confirmation, isToConfirm, keyOf, SELECT, useConfirmKey } from "../confirmation";
import classes from "../Outcomes.module.css";
import { fullText, outcomeColumns } from "./columns";

/** Each line has two lines of text. */
const ROW_PX = 52;
/** Header, foot and border of the table. */
const AROUND_PX = 70;
/** The placeholder needs room, too. */
const HEIGHT_PX_MIN = 240;

type Props = { shown: OutcomesView; kind: OutcomeKind | null; confirmation: Confirmation };

export function Lines({ shown: { fingerprint, counts, toConfirm }, kind, confirmation }: Props): ReactNode {
  const { t } = useTranslation("outcomes");
  const stateWord = useStateWord();
  const [active, setActive] = useState<GridCell>();
  const fetch = useCallback(
    (offset: number, limit: number) => ipc.outcomeLines(fingerprint, kind, offset, limit),
    [fingerprint, kind],
  );
  const windows = useRowWindows<OutcomeLine>(fetch, kind ?? "", 0);
  useWindowsVersion(windows);
  const columns = useMemo(
    () => outcomeColumns({ t, confirmation, stateWord, canSelect: toConfirm > 0 }),
    [t, confirmation, stateWord, toConfirm],
  );
  const box = useRef<HTMLDivElement>(null);
  useConfirmKey(box, windows.row(active?.row ?? 0), confirmation);
  const { confirmed, toggle } = confirmation;
  return (
    <div className={classes.grid} ref={box} style={heightOf(counts)}>
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
        foot={<Foot line={active === undefined ? undefined : windows.row(active.row)} />}
        footCount={(first, last, total) =>
          t("count", { first: formatCount(first), last: formatCount(last), count: total })
        }
        empty={<EmptyState icon={IconFileOff} title={t("empty.title")} body={t("empty.text")} />}
        failure={failure}
      />
    </div>
  );
}

/** High enough for all lines: a filter does not move the content below. */
function heightOf(counts: readonly OutcomeCount[]): CSSProperties {
  const lines = counts.reduce((sum, { count }) => sum + count, 0);
  const height = lines === 0 ? HEIGHT_PX_MIN : AROUND_PX + lines * ROW_PX;
  return { "--lines-height": `${height}px` } as CSSProperties;
}

const failure = (error: unknown, retry: () => void): ReactNode => <ErrorPanel error={error} onRetry={retry} />;

/** The active line in full: in a narrow window its cells are cut. */
function Foot({ line }: { line: OutcomeLine | undefined }): ReactNode {
  const { t } = useTranslation("outcomes");
  const text = line === undefined ? t("hint") : fullText(line, t);
  return (
    <>
      <IconListSearch size={16} stroke={1.75} aria-hidden className={classes.footIcon} />
      <span className={`${classes.full} selectable`} title={text} data-testid="outcomes-full">
        {text}
      </span>
    </>
  );
}
