/** The position of the table: its sheet, its header row, and the country if the file names none. */
import "@mantine/core/styles/Combobox.layer.css";
import { Button, Select } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "../../components";
import type { Header, MappingView } from "../../ipc";
import { COUNTRY_CODES } from "../../lib/currency/countries";
import classes from "./Map.module.css";
import type { Mapping } from "./useMapping";
import { useWords } from "./words";

/** Cells that are shown to identify a row. */
const CELLS_SHOWN = 6;

type Props = { view: MappingView; hasCountry: boolean } & Pick<Mapping, "chooseTable" | "chooseCountry">;

export function Table({ view, hasCountry, chooseTable, chooseCountry }: Props) {
  const t = useWords();
  const { sheet, headerRow } = view.decision.mapping;
  const sheets = view.sheets.map(({ name, hidden, rows }) => ({
    value: name,
    label: t(hidden ? "table.sheetHidden" : "table.sheetRows", { name, count: rows }),
  }));
  const option = { withScrollArea: false, classNames: { dropdown: classes.options ?? "" } } as const;
  return (
    <div className={classes.table}>
      {sheets.length > 1 && (
        <label className={classes.control}>
          <span>{t("table.sheet")}</span>
          <Select
            {...option}
            data={sheets}
            value={sheet}
            onChange={(name) =>
              name !== null && name !== sheet && chooseTable({ sheet: name, header: { kind: "detected" } })
            }
            data-testid="map-sheet"
          />
        </label>
      )}
      <Headings view={view} headerRow={headerRow} onChoose={(header) => chooseTable({ sheet, header })} />
      {hasCountry && (
        <label className={classes.control}>
          <span>{t("table.country")}</span>
          <Select
            {...option}
            data={COUNTRY_CODES.map((country) => ({ value: country, label: t(`approve:country.${country}`) }))}
            value={view.country}
            onChange={(country) => country !== null && chooseCountry(country)}
            data-testid="map-country"
          />
        </label>
      )}
    </div>
  );
}

type HeadingsProps = { view: MappingView; headerRow: number | null; onChoose: (header: Header) => void };

function Headings({ view, headerRow, onChoose }: HeadingsProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const choose = (header: Header) => {
    setOpen(false);
    onChoose(header);
  };
  return (
    <div className={classes.control}>
      <span>{t("table.headings")}</span>
      <Button
        variant="default"
        rightSection={<IconSelector size={16} stroke={1.75} />}
        onClick={() => setOpen(true)}
        className={classes.headings ?? ""}
        data-testid="map-headings"
      >
        {headerRow === null ? t("table.noHeadings") : t("table.headingsRow", { row: headerRow })}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t("headings.title")} size="xl">
        <p className={classes.dialogText}>{t("headings.text")}</p>
        <div className={classes.rows}>
          <RowChoice
            label={t("headings.none")}
            isCurrent={headerRow === null}
            onChoose={() => choose({ kind: "absent" })}
            testid="map-row-none"
          />
          {view.head.map(({ row, cells }) => (
            <RowChoice
              key={row}
              row={row}
              label={cells
                .filter((cell) => cell !== "")
                .slice(0, CELLS_SHOWN)
                .join("  ·  ")}
              isCurrent={row === headerRow}
              onChoose={() => choose({ kind: "row", row })}
              testid={`map-row-${row}`}
            />
          ))}
        </div>
      </Dialog>
    </div>
  );
}

type RowChoiceProps = { row?: number; label: string; isCurrent: boolean; onChoose: () => void; testid: string };

function RowChoice({ row, label, isCurrent, onChoose, testid }: RowChoiceProps) {
  return (
    <button
      type="button"
      className={classes.rowChoice}
      aria-pressed={isCurrent}
      onClick={onChoose}
      data-testid={testid}
      data-autofocus={isCurrent || undefined}
    >
      <span className="num">{row ?? ""}</span>
      <span className={classes.cells}>{label}</span>
    </button>
  );
}
