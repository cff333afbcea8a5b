// Payments without a final result: entering results, or closing the payroll without them.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconClockQuestion } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, payoutStyles, type StateStyle, useStateWord } from "../../../components";
import { ipc, type PayoutChoice, type PayoutStatus, type Total, type TrackView } from "../../../ipc";
import { formatMoment } from "../../../lib/time/dates";
import { useCall } from "../../../lib/useCall";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { keys } from "../../../query";
import { CaseFileButton } from "../documents/CaseFileButton";
import { useDocuments } from "../documents/useDocuments";
import { Notice } from "../notices/Notice";
import { DecideDialog } from "../payment/DecideDialog";
import { type Filter, hasPanel, isAskedFirst, LATE, peopleIn, inStatus } from "../status";
import { AskingPanel, type Asking, useAsking } from "./Asking";
import { AskWithList } from "./AskWithList";
import { CloseDialog } from "./CloseDialog";

const OPEN: StateStyle = { icon: IconClockQuestion, tone: "attention" };
/** Also those whose results still arrive at the usual pace. */
const OPEN_STATES: readonly PayoutStatus[] = [...LATE, "InProgress"];

type Props = { view: TrackView; filter: Filter; onFilter: (filter: Filter) => void };

/** Until every batch is sent, some of those in progress may not be at the provider. */
const openStates = ({ state }: TrackView): readonly PayoutStatus[] =>
  state === "being_paid" || state === "closed_unconfirmed" ? OPEN_STATES : LATE;

export function OpenPayments({ view, filter, onFilter }: Props): ReactNode {
  if (view.state === "closed_unconfirmed") return <Closed view={view} />;
  // Hidden before anything is late, unless the user filters for these people.
  const isInProgressShown = view.state === "being_paid" && filter === "InProgress";
  return peopleIn(view, LATE) > 0 || isInProgressShown ? (
    <Open view={view} filter={filter} onFilter={onFilter} />
  ) : (
    <AskingPanel view={view} />
  );
}

/** The entry covers what was shown when its dialog was opened. */
type ChosenPayments = { choice: PayoutChoice; totals: Total[] };

function Open({ view, filter, onFilter }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const [asked, setAsked] = useState<ChosenPayments | null>(null);
  const [isClosing, setClosing] = useState(false);
  const actions = useSettleActions(view);
  const stateWord = useStateWord();
  const states = openStates(view).filter((state) => peopleIn(view, [state]) > 0);
  const title = useOpenTitle(view);
  const isOnlyConflict = states.length === 1 && states[0] === "Conflict";
  const shown = states.find((state) => state === filter);
  // Without a filter, the first state is used: an entry applies to people in one state.
  const entered = shown ?? states[0];
  // The panel is about more people than those in one state.
  const enterThose = (state: PayoutStatus): string =>
    t("bulk.enterThose", { count: peopleIn(view, [state]), state: stateWord({ of: "payout", state }) });
  const enter = (status: PayoutStatus): void => {
    const totals = inStatus(view, status);
    onFilter(status);
    setAsked({
      choice: {
        kind: "shown",
        query: { status, text: null, order: "row" },
        count: peopleOf(totals),
        lastOutcomeAt: view.lastOutcomeAt,
      },
      totals,
    });
  };
  return (
    <>
      {actions.errors}
      <Notice
        stateStyle={isOnlyConflict ? payoutStyles.Conflict : OPEN}
        title={title}
        testId="open-payments"
        facts={actions.asking?.facts}
        actions={actions.asking?.button(isAskedFirst(view) && !hasPanel(view))}
        ways={
          <>
            {actions.buttons}
            {view.state === "being_paid" ? (
              <Button size="xs" variant="default" onClick={() => setClosing(true)} data-testid="open-close">
                {t("bulk.close")}
              </Button>
            ) : null}
            {entered === undefined ? null : (
              <Button size="xs" variant="default" onClick={() => enter(entered)} data-testid="open-enter">
                {states.length === 1 ? t("bulk.enter") : enterThose(entered)}
              </Button>
            )}
          </>
        }
      >
        <HowToSettle asking={actions.asking} states={states} isShown={shown !== undefined} />
      </Notice>
      {/* Each dialog starts empty: an earlier entry must not apply to other people. */}
      {asked === null ? null : <DecideDialog payroll={view.id} {...asked} onClose={() => setAsked(null)} />}
      {isClosing ? <CloseDialog view={view} totals={view.unsettled.open} onClose={() => setClosing(false)} /> : null}
    </>
  );
}

/** Contradictory results are results: they are not counted as missing. */
function useOpenTitle(view: TrackView): string {
  const { t } = useTranslation("payment");
  const sums = useSums();
  const totalsText = (key: "bulk.open" | "bulk.conflicts", totals: readonly Total[]): string | null =>
    peopleOf(totals) === 0 ? null : t(key, { count: peopleOf(totals), sum: sums(totals) });
  const open = totalsText("bulk.open", view.unsettled.missing);
  const conflicts = totalsText("bulk.conflicts", inStatus(view, "Conflict"));
  if (open !== null && conflicts !== null) return t("bulk.both", { open, conflicts });
  // The last result may arrive while its tile is shown.
  return open ?? conflicts ?? t("bulk.none");
}

type HowProps = { asking: Asking | null; states: readonly PayoutStatus[]; isShown: boolean };

function HowToSettle({ asking, states, isShown }: HowProps): ReactNode {
  const { t } = useTranslation(["payment", "track"]);
  return (
    <>
      {asking === null ? null : `${t("track:asking.text")} `}
      {states.includes("Conflict") ? `${t("payment:bulk.conflictText")} ` : null}
      {t(isShown ? "payment:bulk.enterThese" : "payment:bulk.enterSome")}
    </>
  );
}

/** Querying, the list and the case file for the provider, and their errors. */
function useSettleActions(view: TrackView): { buttons: ReactNode; asking: Asking | null; errors: ReactNode } {
  const call = useCall();
  const documents = useDocuments();
  const asking = useAsking(view);
  return {
    asking,
    buttons: (
      <AskWithList id={view.id} call={call}>
        <CaseFileButton payroll={view.id} documents={documents} />
      </AskWithList>
    ),
    errors: (
      <>
        {asking?.error}
        {call.error === null ? null : <ErrorPanel error={call.error} onClose={call.forget} />}
        {documents.error === null ? null : <ErrorPanel error={documents.error} onClose={documents.forget} />}
      </>
    ),
  };
}

function Closed({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  const actions = useSettleActions(view);
  const sums = useSums();
  const { unconfirmed } = view;
  if (unconfirmed === null) return null;
  const reopen = async (): Promise<void> => {
    await ipc.changePayroll(view.id, { kind: "reopen_unconfirmed" });
    for (const queryKey of [keys.payroll(view.id), keys.payrolls]) await client.invalidateQueries({ queryKey });
  };
  const { by, at, reason } = unconfirmed;
  const left = view.unsettled.open;
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      {actions.errors}
      <Notice
        stateStyle={OPEN}
        title={t("bulk.closed", { count: peopleOf(left), sum: sums(left) })}
        testId="closed-unconfirmed"
        facts={actions.asking?.facts}
        actions={actions.asking?.button(false)}
        ways={
          <>
            {actions.buttons}
            <Button
              size="xs"
              variant="default"
              loading={isBusy}
              onClick={() => void run(reopen)}
              data-testid="closed-reopen"
            >
              {t("bulk.reopen")}
            </Button>
          </>
        }
      >
        {t("bulk.closedText", { by, when: formatMoment(at), reason })}
      </Notice>
    </>
  );
}
