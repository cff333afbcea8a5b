// The payments without a final result: entering their results, or closing the payroll without them.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconClockQuestion } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, type StateStyle } from "../../../components";
import { ipc, type PayoutChoice, type Total, type TrackView } from "../../../ipc";
import { formatMoment } from "../../../lib/dates";
import { useCall } from "../../../lib/useCall";
import { peopleOf } from "../../../payroll/totals";
import { keys } from "../../../query";
import { CaseFileButton } from "../CaseFileButton";
import { Notice } from "../Notice";
import type { Filter } from "../status";
import { useDocuments } from "../useDocuments";
import { AskWithList } from "./AskWithList";
import { CloseDialog } from "./CloseDialog";
import { DecideDialog } from "./DecideDialog";

const OPEN: StateStyle = { icon: IconClockQuestion, tone: "attention" };
/** States of which more is known outside Paysheet than in it. */
const OPEN_STATES: readonly Filter[] = ["Overdue", "Conflict", "InProgress"];
const LATE: readonly Filter[] = ["Overdue", "Conflict"];

type Props = { view: TrackView; filter: Filter };

export function OpenPayments({ view, filter }: Props): ReactNode {
  if (view.state === "closed_unconfirmed") return <Closed view={view} />;
  const isLate = view.statuses.some(({ status, total }) => LATE.includes(status) && total.count > 0);
  // While results still come in at their usual pace, nothing is asked of the user, unless they look at those people.
  if (view.state !== "being_paid" || !(isLate || filter === "InProgress")) return null;
  return <Open view={view} filter={filter} />;
}

const openTotals = (view: TrackView, filter: Filter): Total[] =>
  view.statuses
    .filter(({ status }) => (OPEN_STATES.includes(filter) ? status === filter : OPEN_STATES.includes(status)))
    .map(({ total }) => total);

function Open({ view, filter }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const [choice, setChoice] = useState<PayoutChoice | null>(null);
  const [isClosing, setClosing] = useState(false);
  const call = useCall();
  const documents = useDocuments();
  const all = openTotals(view, "everyone");
  const shown = OPEN_STATES.includes(filter) && filter !== "everyone" ? filter : null;
  const totals = shown === null ? all : openTotals(view, shown);
  const decide = (): void => {
    if (shown !== null)
      setChoice({
        kind: "shown",
        query: { status: shown, text: null, order: "row" },
        count: peopleOf(totals),
        lastOutcomeAt: view.lastOutcomeAt,
      });
  };
  return (
    <>
      {call.error === null ? null : <ErrorPanel error={call.error} onClose={call.forget} />}
      {documents.error === null ? null : <ErrorPanel error={documents.error} onClose={documents.forget} />}
      <Notice
        stateStyle={OPEN}
        title={t("bulk.text", { count: peopleOf(all) })}
        testId="open-payments"
        actions={
          <>
            <AskWithList id={view.id} call={call}>
              <CaseFileButton payroll={view.id} documents={documents} />
            </AskWithList>
            <Button size="xs" variant="default" onClick={() => setClosing(true)} data-testid="open-close">
              {t("bulk.close")}
            </Button>
            {shown === null || peopleOf(totals) === 0 ? null : (
              <Button size="xs" variant="default" onClick={decide} data-testid="open-enter">
                {t("bulk.enter")}
              </Button>
            )}
          </>
        }
      >
        {t(shown === null ? "bulk.pick" : "bulk.enterThese")}
      </Notice>
      {/* A dialog begins empty each time: an earlier answer must not be ready for other people. */}
      {choice === null ? null : (
        <DecideDialog payroll={view.id} choice={choice} totals={totals} onClose={() => setChoice(null)} />
      )}
      {isClosing ? <CloseDialog view={view} totals={all} onClose={() => setClosing(false)} /> : null}
    </>
  );
}

function Closed({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  const { unconfirmed } = view;
  if (unconfirmed === null) return null;
  const reopen = async (): Promise<void> => {
    await ipc.reopenUnconfirmed(view.id);
    for (const queryKey of [keys.payroll(view.id), keys.payrolls]) await client.invalidateQueries({ queryKey });
  };
  const { by, at, reason } = unconfirmed;
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Notice
        stateStyle={OPEN}
        title={t("bulk.closed", { count: peopleOf(openTotals(view, "everyone")) })}
        testId="closed-unconfirmed"
        actions={
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => void run(reopen)}
            data-testid="closed-reopen"
          >
            {t("bulk.reopen")}
          </Button>
        }
      >
        {t("bulk.closedText", { by, when: formatMoment(at), reason })}
      </Notice>
    </>
  );
}
