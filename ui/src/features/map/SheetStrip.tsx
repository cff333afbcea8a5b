/** The file's first rows above the list of columns: with many columns, neighbours are compared here. */
import { FirstRows } from "../../components/FirstRows";
import type { Header, MappedColumn, MappingView } from "../../ipc";
import { doubtOf, fieldOf, selectIdOf } from "./columns";
import classes from "./Map.module.css";
import { fieldWord, useWords } from "./words";

/** Fewer columns fit in the list below. */
const COLUMNS_MIN = 12;

type Props = { view: MappingView; columns: MappedColumn[]; onHeader: (header: Header) => void };

export function SheetStrip({ view, columns, onHeader }: Props) {
  const t = useWords();
  if (view.columns.length < COLUMNS_MIN || view.head.length === 0) return null;
  const { mapping } = view.decision;
  return (
    <div className={classes.strip}>
      <FirstRows
        head={view.head}
        headerRow={mapping.headerRow}
        columns={view.columns.map(({ column }) => column)}
        use={(column) => {
          const field = fieldOf(columns, column);
          if (field === null) return null;
          const isGuess = field === fieldOf(mapping.columns, column);
          return { word: fieldWord(t, field), isUnsure: isGuess && doubtOf(view.decision, column) !== undefined };
        }}
        onColumn={(column) => document.getElementById(selectIdOf(column))?.focus()}
        onHeader={onHeader}
      />
    </div>
  );
}
