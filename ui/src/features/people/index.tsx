// People: everyone who was ever paid, one account each, and paying them again without a file.

import { Button, TextInput } from "@mantine/core";
import { IconDownload, IconSearch, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel, Page, Waiting } from "../../components";
import { type Export, useExport } from "../../components/useExport";
import type { PeopleFilter } from "../../ipc";
import { useFindKey } from "../../lib/keyboard/useFindKey";
import { type Call, useCall } from "../../lib/useCall";
import { useNavigation } from "../../navigation";
import { usePeopleCount } from "../../query";
import { PayPeople } from "./PayPeople";
import classes from "./People.module.css";
import { PeopleGrid } from "./PeopleGrid";
import { usePayPeople } from "./usePayPeople";
import { type PeopleInput, usePeopleView } from "./usePeopleView";

export default function PeopleScreen(input: PeopleInput): ReactNode {
  const { t } = useTranslation("people");
  const everyone = usePeopleCount(null);
  const { data } = everyone;
  if (data === undefined) {
    return (
      <Page fill testid="people-screen" title={t("title")}>
        <div className={classes.problem}>
          <Waiting query={everyone} label={t("loading")} rows={12} columns={6} />
        </div>
      </Page>
    );
  }
  if (data.total === 0) return <Nobody />;
  return <People input={input} total={data.total} year={data.year} revision={everyone.dataUpdatedAt} />;
}

type PeopleProps = { input: PeopleInput; total: number; year: number; revision: number };

function People({ input, total, year, revision }: PeopleProps): ReactNode {
  const { t } = useTranslation("people");
  const [error, setError] = useState<unknown>(null);
  const view = usePeopleView(input, setError);
  const saving = useExport();
  const someoneNew = usePaySomeoneNew();
  const [isPaying, setPaying] = useState(false);
  // An empty list is not saved.
  const isFound = usePeopleCount(view.query.text).data?.total !== 0;
  const people = [...view.selection.selected.values()];
  return (
    <Page
      fill
      testid="people-screen"
      title={t("title")}
      second={t("count", { count: total })}
      actions={
        <>
          <Search typed={view.typed} onTyped={view.setTyped} />
          {isFound ? <ExportButton saving={saving} query={view.query} /> : null}
          {people.length === 0 ? (
            <PayNew call={someoneNew} />
          ) : (
            <Button onClick={() => setPaying(true)} data-testid="people-pay">
              {t("payCount", { count: people.length })}
            </Button>
          )}
        </>
      }
    >
      <Problem error={error} onClose={() => setError(null)} />
      <Problem error={saving.error} onClose={saving.forget} />
      <Problem error={someoneNew.error} onClose={someoneNew.forget} />
      <PeopleGrid view={view} year={year} revision={revision} onPay={() => setPaying(true)} />
      <PayPeople people={people} opened={isPaying} onClose={() => setPaying(false)} />
    </Page>
  );
}

function Problem({ error, onClose }: { error: unknown; onClose: () => void }): ReactNode {
  if (error === null) return null;
  return (
    <div className={classes.problem}>
      <ErrorPanel error={error} onClose={onClose} />
    </div>
  );
}

function Search({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }): ReactNode {
  const { t } = useTranslation("people");
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
      aria-label={t("search")}
      placeholder={t("search")}
      value={typed}
      onChange={(event) => onTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.75} />}
      autoComplete="off"
      spellCheck={false}
      data-testid="people-search"
    />
  );
}

function ExportButton({ saving, query }: { saving: Export; query: PeopleFilter }): ReactNode {
  const { t } = useTranslation("people");
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} />}
      onClick={() => void saving.run((words) => ({ kind: "people", query, words }))}
      loading={saving.isBusy}
      data-testid="people-export"
    >
      {t("export")}
    </Button>
  );
}

type PaySomeoneNew = Omit<Call, "run"> & { run: () => Promise<void> };

/** Creates a payroll with one blank row, to be filled in Check. */
function usePaySomeoneNew(): PaySomeoneNew {
  const call = useCall();
  const pay = usePayPeople();
  return { ...call, run: () => call.run(() => pay([], "empty")) };
}

function PayNew({ call }: { call: PaySomeoneNew }): ReactNode {
  const { t } = useTranslation("people");
  return (
    <Button
      leftSection={<IconUserPlus size={18} stroke={1.75} />}
      onClick={() => void call.run()}
      loading={call.isBusy}
      data-testid="people-pay-new"
    >
      {t("payNew")}
    </Button>
  );
}

function Nobody(): ReactNode {
  const { t } = useTranslation("people");
  const { go } = useNavigation();
  const someoneNew = usePaySomeoneNew();
  return (
    <Page fill testid="people-screen" title={t("title")} actions={<PayNew call={someoneNew} />}>
      <Problem error={someoneNew.error} onClose={someoneNew.forget} />
      <div className={classes.nobody}>
        <EmptyState
          icon={IconUsers}
          title={t("nobody.title")}
          body={t("nobody.text")}
          action={
            <Button variant="default" onClick={() => go({ name: "pay" })} data-testid="people-new-payroll">
              {t("nobody.action")}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
