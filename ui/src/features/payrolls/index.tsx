// Payrolls: everything that was paid or is being paid, by month.

import { Button } from "@mantine/core";
import { IconHistory, IconPlus, IconTable, IconTableOff } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog, EmptyState, Page, Waiting } from "../../components";
import type { PayrollLine } from "../../ipc";
import { useNavigation } from "../../navigation";
import { discardDraft, usePayrolls } from "../../query";
import { ImportResults } from "../outcomes/ImportResults";
import { Damaged } from "./Damaged";
import { FilterRow } from "./Filters";
import { byMonth, matchesFilters, type Filters, NO_FILTERS } from "./lines";
import classes from "./Payrolls.module.css";
import { PeopleFound } from "./PeopleFound";
import { Table } from "./Table";
import { UnknownReports } from "./UnknownReports";

export default function PayrollsScreen({ at }: { at?: "reports" }): ReactNode {
  const { t } = useTranslation("payrolls");
  const { go } = useNavigation();
  const payrolls = usePayrolls();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [toDelete, setToDelete] = useState<PayrollLine | null>(null);
  return (
    <Page
      fill
      testid="payrolls-screen"
      title={t("title")}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconHistory size={18} stroke={1.75} />}
            onClick={() => go({ name: "audit" })}
            data-testid="payrolls-audit"
          >
            {t("audit")}
          </Button>
          <ImportResults />
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={() => go({ name: "pay" })}
            data-testid="payrolls-new"
          >
            {t("new")}
          </Button>
        </>
      }
    >
      {payrolls.data === undefined ? (
        <div className={classes.waiting}>
          <Waiting query={payrolls} label={t("loading")} rows={10} height={44} columns={6} />
        </div>
      ) : (
        <List lines={payrolls.data} filters={filters} onFilters={setFilters} onDelete={setToDelete} />
      )}
      <UnknownReports isOpen={at === "reports"} />
      <DeleteDialog line={toDelete} onClose={() => setToDelete(null)} />
    </Page>
  );
}

type ListProps = {
  lines: PayrollLine[];
  filters: Filters;
  onFilters: (filters: Filters) => void;
  onDelete: (line: PayrollLine) => void;
};

function List({ lines, filters, onFilters, onDelete }: ListProps): ReactNode {
  const { t } = useTranslation("payrolls");
  const { go } = useNavigation();
  const damaged = lines.filter(({ state }) => state === "damaged");
  const usable = lines.filter(({ state }) => state !== "damaged");
  if (lines.length === 0) {
    return (
      <div className={classes.empty}>
        <EmptyState
          icon={IconTable}
          title={t("empty.title")}
          body={t("empty.text")}
          action={
            <Button variant="default" onClick={() => go({ name: "pay" })}>
              {t("empty.action")}
            </Button>
          }
        />
      </div>
    );
  }
  const shown = usable.filter((line) => matchesFilters(line, filters));
  return (
    <>
      <Damaged lines={damaged} />
      <FilterRow filters={filters} onFilters={onFilters} lines={usable} />
      <PeopleFound search={filters.text} />
      {shown.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            icon={IconTableOff}
            title={t("filtered.title")}
            body={t("filtered.text")}
            action={
              <Button variant="default" onClick={() => onFilters(NO_FILTERS)}>
                {t("filtered.clear")}
              </Button>
            }
          />
        </div>
      ) : (
        <Table months={byMonth(shown, filters.currency)} onDelete={onDelete} />
      )}
    </>
  );
}

function DeleteDialog({ line, onClose }: { line: PayrollLine | null; onClose: () => void }): ReactNode {
  const { t } = useTranslation("payrolls");
  const name = line?.name ?? "";
  const discard = async (): Promise<void> => {
    if (line !== null) await discardDraft(line.id);
  };
  return (
    <ConfirmDialog
      opened={line !== null}
      onClose={onClose}
      title={t("delete.title", { name })}
      confirm={t("delete.confirm", { name })}
      onConfirm={discard}
      danger
    >
      {t("delete.text")}
    </ConfirmDialog>
  );
}
