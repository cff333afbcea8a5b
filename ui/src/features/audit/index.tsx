// The audit log: actor, action and time, for the whole ledger or one payroll, and whether the log verifies.

import "@mantine/core/styles/Combobox.layer.css";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, Page } from "../../components";
import { useExport } from "../../components/useExport";
import type { AuditQuery } from "../../ipc";
import { useFindKey } from "../../lib/keyboard/useFindKey";
import { usePayrolls } from "../../query";
import classes from "./Audit.module.css";
import { EventGrid } from "./EventGrid";
import { History } from "./History";
import { PersonNote } from "./PersonNote";

const TYPING_MS = 200;

export default function AuditScreen({ payroll: first }: { payroll?: number }): ReactNode {
  const { t } = useTranslation("audit");
  const [payroll, setPayroll] = useState<number | null>(first ?? null);
  const [typed, setTyped] = useState("");
  const [person] = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = useMemo<AuditQuery>(() => ({ payroll, person: person === "" ? null : person }), [payroll, person]);
  const [answered, setAnswered] = useState<{ query: AuditQuery; unattributed: number }>();
  const keep = useCallback(
    (asked: AuditQuery, unattributed: number) => setAnswered({ query: asked, unattributed }),
    [],
  );
  const saving = useExport({ textOf: ({ file }) => t("exported", { file: file.name }) });
  const clear = (): void => {
    setPayroll(null);
    setTyped("");
  };
  return (
    <Page
      fill
      testid="audit-screen"
      title={t("title")}
      second={t("second")}
      actions={
        <>
          <PayrollFilter payroll={payroll} onPayroll={setPayroll} />
          <PersonFilter typed={typed} onTyped={setTyped} />
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} />}
            onClick={() => void saving.run((words) => ({ kind: "audit_log", query, words }))}
            loading={saving.isBusy}
            data-testid="audit-export"
          >
            {t("export")}
          </Button>
        </>
      }
    >
      <div className={classes.top}>
        {saving.error === null ? null : <ErrorPanel error={saving.error} onClose={saving.forget} />}
        <History />
        {query.person === null ? null : (
          <PersonNote unattributed={answered?.query === query ? answered.unattributed : 0} />
        )}
      </div>
      <EventGrid query={query} onClear={clear} onUnattributed={keep} />
    </Page>
  );
}

type PayrollProps = { payroll: number | null; onPayroll: (payroll: number | null) => void };

function PayrollFilter({ payroll, onPayroll }: PayrollProps): ReactNode {
  const { t } = useTranslation("audit");
  const payrolls = usePayrolls().data ?? [];
  return (
    <NativeSelect
      className={classes.payrolls}
      aria-label={t("payroll")}
      value={payroll === null ? "" : String(payroll)}
      data={[{ value: "", label: t("all") }, ...payrolls.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) => onPayroll(currentTarget.value === "" ? null : Number(currentTarget.value))}
      data-testid="audit-payroll"
    />
  );
}

function PersonFilter({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }): ReactNode {
  const { t } = useTranslation("audit");
  const field = useRef<HTMLInputElement>(null);
  useFindKey(() => {
    field.current?.focus();
    field.current?.select();
  });
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label={t("person")}
      placeholder={t("person")}
      value={typed}
      onChange={(event) => onTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.75} />}
      autoComplete="off"
      spellCheck={false}
      data-testid="audit-person"
    />
  );
}
