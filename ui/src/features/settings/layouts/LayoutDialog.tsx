/** The fields of a stored layout's columns. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog, ErrorPanel } from "../../../components";
import type { LayoutView, MappedColumn } from "../../../ipc";
import { duplicateFields, faults, fieldOf, withField } from "../../map/columns";
import { FieldSelect } from "../../map/FieldSelect";
import { faultText, useWords } from "../../map/words";
import classes from "../Settings.module.css";

type Props = { layout: LayoutView; onClose: () => void; onSave: (columns: MappedColumn[]) => Promise<void> };

export function LayoutDialog({ layout, onClose, onSave }: Props) {
  const t = useWords();
  const [columns, setColumns] = useState<MappedColumn[]>(() =>
    layout.columns.flatMap(({ column, field }) => (field === null ? [] : [{ column, field }])),
  );
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [fault] = faults(columns);
  const twice = duplicateFields(columns);
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onSave(columns);
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t("layout.title", { name: layout.name })} size={640}>
      <p className={classes.dialogLead}>{t("layout.lead")}</p>
      <div className={classes.layoutColumns} data-testid="layout-dialog">
        {layout.columns.map(({ column, header }) => {
          const field = fieldOf(columns, column);
          const name = header === "" ? t("list.column", { column }) : header;
          return (
            <div key={column} className={classes.layoutColumn} data-unused={field === null || undefined}>
              <span className={classes.layoutLetter}>{column}</span>
              <span className={classes.layoutHeader}>{name}</span>
              <FieldSelect
                value={field}
                onChange={(chosen) => setColumns(withField(columns, column, chosen))}
                label={t("list.select", { name, column })}
                invalid={field !== null && twice.has(field)}
                testid={`layout-field-${column}`}
              />
            </div>
          );
        })}
      </div>
      {error !== undefined && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} />
        </div>
      )}
      <div className={classes.dialogEnd}>
        {fault !== undefined && (
          <p className={classes.dialogFault} role="alert">
            {faultText(t, fault)}
          </p>
        )}
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t("layout.cancel")}
        </Button>
        <Button onClick={() => void save()} disabled={fault !== undefined} loading={isBusy} data-testid="layout-save">
          {t("layout.save")}
        </Button>
      </div>
    </Dialog>
  );
}
