// Track: the results of an approved payroll. Read-only, apart from sending the unsent rest.

import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, Page, Pill, SegmentBar, Waiting } from "../../components";
import { canExportListInstead } from "../../components/useExport";
import type { BatchState, TrackView } from "../../ipc";
import { useFindKey } from "../../lib/keyboard/useFindKey";
import { formatMoment } from "../../lib/time/dates";
import { isAllPaid } from "../../payroll/ending";
import { segmentsOf } from "../../payroll/segments";
import { usePayrollStatus } from "../../payroll/usePayrollStatus";
import { usePayroll } from "../../query";
import { JournalExport } from "../journal/JournalExport";
import { ImportResults } from "../outcomes/ImportResults";
import { DocumentsMenu } from "./documents/DocumentsMenu";
import { ExportMenu } from "./documents/ExportMenu";
import { useDocuments } from "./documents/useDocuments";
import { type PayrollExport, usePayrollExport } from "./documents/usePayrollExport";
import { PaidAgain } from "./notices/PaidAgain";
import { Panels } from "./notices/Panels";
import { OpenPayments } from "./openPayments/OpenPayments";
import { Clipped } from "./people/Clipped";
import { People } from "./people/People";
import { AllPaid } from "./progress/AllPaid";
import { Progress } from "./progress/Progress";
import { StopSending } from "./progress/StopSending";
import { Tiles } from "./progress/Tiles";
import type { Filter } from "./status";
import classes from "./Track.module.css";
import { useIsNarrow } from "./useIsNarrow";

const TYPING_MS = 150;

export default function TrackScreen({ id, payment }: { id: number; payment?: string }): ReactNode {
  const { t } = useTranslation("track");
  const payroll = usePayroll(id);
  if (payroll.data !== undefined) {
    return <Track view={payroll.data} revision={payroll.dataUpdatedAt} payment={payment ?? null} />;
  }
  return (
    <Page testid="track-screen" title={t("grid")}>
      <Waiting query={payroll} label={t("loading")} rows={10} columns={6} />
    </Page>
  );
}

type Shown = { view: TrackView; revision: number; payment: string | null };

function Track({ view, revision, payment }: Shown): ReactNode {
  const saving = usePayrollExport(view.id);
  const documents = useDocuments();
  const [filter, setFilter] = useState<Filter>("everyone");
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const allPaid = isAllPaid(view);
  const showOnly = (only: Filter): void => {
    setFilter(only);
    setTyped("");
  };
  return (
    <Page
      fill
      testid="track-screen"
      {...useTitles(view)}
      actions={
        <Actions
          id={view.id}
          typed={typed}
          onTyped={setTyped}
          saving={allPaid ? null : saving}
          documents={<DocumentsMenu payroll={view.id} documents={documents} />}
        />
      }
    >
      {/* A toast must not cover the meaning for the money. */}
      <div className={classes.content} data-toast="foot">
        <div className={classes.top}>
          {saving.error === null ? null : <SaveFailed saving={saving} error={saving.error} />}
          {documents.error === null ? null : <ErrorPanel error={documents.error} onClose={documents.forget} />}
          <StopSending view={view} />
          <Panels view={view} />
          {/* A bulk entry is for all of a tile, not for the search results. */}
          <OpenPayments view={view} filter={text === "" ? filter : "everyone"} onFilter={showOnly} />
          <PaidAgain view={view} />
          {allPaid ? (
            <AllPaid view={view} saving={saving} />
          ) : (
            <>
              <Progress view={view} />
              <SegmentBar segments={segmentsOf(view.batches, view.state)} className={classes.bar} />
              <Tiles view={view} filter={filter} onFilter={setFilter} />
            </>
          )}
        </div>
        <People
          view={view}
          revision={revision}
          filter={allPaid ? "everyone" : filter}
          text={text}
          opened={payment}
          onShowAll={() => showOnly("everyone")}
        />
      </div>
    </Page>
  );
}

/** In a narrow window the state is in the second line, so that the payroll's name is not cut. */
function useTitles(view: TrackView): { title: ReactNode; second: ReactNode } {
  const isNarrow = useIsNarrow();
  const second = useSubtitle(view);
  const line = (text: string, before: ReactNode, after: ReactNode): ReactNode => (
    <span className={classes.title}>
      {before}
      <Clipped text={text} />
      {after}
    </span>
  );
  const state = <StatePill view={view} />;
  return isNarrow
    ? { title: line(view.name, null, null), second: line(second, state, null) }
    : { title: line(view.name, null, state), second };
}

function StatePill({ view }: { view: TrackView }): ReactNode {
  const { stateStyle, word } = usePayrollStatus()(view);
  return (
    <span className={classes.titlePill} data-testid="track-state" data-state={view.state}>
      <Pill stateStyle={stateStyle} word={word} state={view.state} />
    </span>
  );
}

/** Part of the payroll was sent. */
const WAS_SENT: readonly BatchState[] = ["Unknown", "NotAccepted", "Accepted", "Settling", "Closed"];

function useSubtitle(view: TrackView): string {
  const { t } = useTranslation("track");
  if (view.approvedAt === null) {
    return view.fileName === "" ? t("notApprovedNoFile") : t("notApproved", { file: view.fileName });
  }
  const when = formatMoment(view.approvedAt);
  const approved =
    view.approvedBy === null || view.approvedBy === ""
      ? t("approvedAt", { when })
      : t("approvedBy", { who: view.approvedBy, when });
  if (view.host === "") return approved;
  const wasSent = view.batches.some(({ state }) => WAS_SENT.includes(state));
  return t(wasSent ? "sentThrough" : "approvedFor", { approved, host: view.host });
}

/** If no copy of the file can be made, the results can still be saved. */
function SaveFailed({ saving, error }: { saving: PayrollExport; error: unknown }): ReactNode {
  const { t } = useTranslation("lists");
  const instead = canExportListInstead(error) ? (
    <Button size="xs" variant="default" onClick={() => void saving.run()} data-testid="track-results-instead">
      {t("insteadResults")}
    </Button>
  ) : undefined;
  return <ErrorPanel error={error} actions={instead} onClose={saving.forget} />;
}

type ActionsProps = {
  id: number;
  typed: string;
  onTyped: (typed: string) => void;
  saving: PayrollExport | null;
  documents: ReactNode;
};

function Actions({ id, typed, onTyped, saving, documents }: ActionsProps): ReactNode {
  const { t } = useTranslation("track");
  const field = useRef<HTMLInputElement>(null);
  useFindKey(() => {
    field.current?.focus();
    field.current?.select();
  });
  return (
    <div className={classes.actions}>
      <TextInput
        ref={field}
        type="search"
        className={classes.search}
        aria-label={t("search")}
        placeholder={t("search")}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.75} />}
        data-testid="track-search"
      />
      <ImportResults />
      <JournalExport id={id} />
      {documents}
      {saving === null ? null : <ExportMenu saving={saving} />}
    </div>
  );
}
