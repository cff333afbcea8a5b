// Approve: the last look before money moves. What stands here is frozen; a change freezes it anew.

import "@mantine/core/styles/Popover.layer.css";

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Page, SkeletonRows, type TypedTexts } from "../../components";
import { asDeskError, type DeskError, ipc, type ReviewInput, type ReviewView, type TypedTotal } from "../../ipc";
import { useNavigation } from "../../navigation";
import { keys, takeSession, useSession } from "../../query";
import { Questions } from "../questions";
import classes from "./Approve.module.css";
import { ApproveError } from "./ApproveError";
import { Cheque, type EditedPart } from "./Cheque";
import { Decided } from "./Decided";
import { PayCard } from "./PayCard";
import { Rename } from "./Rename";
import { Short } from "./Short";
import { type Paying, usePay, useReview, useTakeQuestions } from "./useReview";

export default function ApproveScreen({ id }: { id: number }): ReactNode {
  const { t } = useTranslation("approve");
  const client = useQueryClient();
  const { replace } = useNavigation();
  const { review, change } = useReview(id);
  const [editing, setEditing] = useState<EditedPart | null>(null);
  const [failed, setFailed] = useState<DeskError | null>(null);
  const paying = usePay(id, () => {
    void client.invalidateQueries({ queryKey: keys.payroll(id) });
    void client.invalidateQueries({ queryKey: keys.payrolls });
    replace({ name: "track", id });
  });
  const back = async (): Promise<void> => {
    if (paying.isPaying) return;
    try {
      // Also where the review was refused: an earlier one may be frozen, and a frozen payroll cannot be edited.
      const thawed = ipc.backToCheck(id);
      // Without a review nobody waits: one that is still under way ends before this, and where it is with the service
      // Check says so.
      if (review.data === undefined) void thawed.catch(() => undefined);
      else await thawed;
      void client.invalidateQueries({ queryKey: keys.draft(id) });
      void client.invalidateQueries({ queryKey: keys.payrolls });
      replace({ name: "check", id });
    } catch (thrown) {
      setFailed(asDeskError(thrown));
    }
  };
  useEscape(editing === null, () => void back());

  return (
    <Page
      testid="approve-screen"
      title={t("title", { name: review.data?.input.name ?? "" })}
      second={t("subtitle")}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} stroke={1.75} />}
          onClick={() => void back()}
          disabled={paying.isPaying}
          data-testid="approve-back"
        >
          {t("back")}
        </Button>
      }
    >
      {review.data === undefined ? (
        <Unfrozen id={id} error={review.error} onBack={() => void back()} onRetry={() => void review.refetch()} />
      ) : (
        <Frozen
          id={id}
          review={review.data}
          isRefreshing={review.isFetching}
          onRefresh={async () => (await review.refetch()).error}
          paying={paying}
          change={change}
          failed={failed}
          onFailed={setFailed}
          editing={editing}
          onEditing={setEditing}
          onBack={() => void back()}
        />
      )}
    </Page>
  );
}

/** Esc goes back, unless it closes something on its way. */
function useEscape(isOn: boolean, back: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || document.querySelector('[role="dialog"]') !== null;
    if (event.key === "Escape" && isOn && !isTaken) back();
  });
  useEffect(() => {
    window.addEventListener("keydown", onEscape);
    return () => window.removeEventListener("keydown", onEscape);
  }, []);
}

type UnfrozenProps = { id: number; error: Error | null; onBack: () => void; onRetry: () => void };

/** No review to show: still on its way, or the desk says why not. */
function Unfrozen({ id, error, onBack, onRetry }: UnfrozenProps): ReactNode {
  const { t } = useTranslation("approve");
  if (error === null) {
    return (
      <div role="status" aria-label={t("loading")}>
        <SkeletonRows rows={8} height={40} columns={3} />
      </div>
    );
  }
  const known = asDeskError(error);
  if (known.code === "already_paid" || known.code === "name_taken") return <Rename id={id} error={known} onBack={onBack} />;
  return (
    <ApproveError
      error={known}
      id={id}
      onBack={onBack}
      onRename={onRetry}
      onRetype={onRetry}
      onShowQuestions={onRetry}
      onUnlock={() => void ipc.unlock().then(takeSession).then(onRetry, onRetry)}
      onRetry={onRetry}
    />
  );
}

type FrozenProps = {
  id: number;
  review: ReviewView;
  isRefreshing: boolean;
  /** Asks for the review anew; answers why that failed. */
  onRefresh: () => Promise<Error | null>;
  paying: Paying;
  change: ReturnType<typeof useReview>["change"];
  failed: DeskError | null;
  onFailed: (error: DeskError | null) => void;
  editing: EditedPart | null;
  onEditing: (part: EditedPart | null) => void;
  onBack: () => void;
};

function Frozen({ id, review, isRefreshing, onRefresh, paying, change, failed, onFailed, editing, onEditing, onBack }: FrozenProps): ReactNode {
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  const questions = useRef<HTMLDivElement>(null);
  const takeQuestions = useTakeQuestions(id);
  const [typed, setTyped] = useState<TypedTexts>({});
  const [isUnlocking, setUnlocking] = useState(false);
  const [now] = useState(() => new Date());

  // Ready to type into, without moving the page: one looks first.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const forget = (): void => {
    paying.forget();
    change.reset();
    onFailed(null);
  };
  const onChange = (patch: Partial<ReviewInput>): void => {
    if (change.isPending || paying.isPaying) return;
    forget();
    change.mutate({ ...review.input, ...patch });
  };
  // What was fixed while the desk was locked knew only the banks of this computer. The service's own list comes with
  // the key: it is fixed anew with that, and what was typed is compared with what it comes to.
  const fixAgain = useEffectEvent(() => onChange({}));
  const wasUnlocked = useRef(session.unlocked);
  useEffect(() => {
    if (session.unlocked && !wasUnlocked.current) fixAgain();
    wasUnlocked.current = session.unlocked;
  }, [session.unlocked]);

  const unlock = async (): Promise<void> => {
    setUnlocking(true);
    try {
      takeSession(await ipc.unlock());
      forget();
      field.current?.focus();
    } catch (thrown) {
      onFailed(asDeskError(thrown));
    } finally {
      setUnlocking(false);
    }
  };
  const retype = (): void => {
    forget();
    setTyped({});
    field.current?.focus();
  };
  const pay = async (totals: TypedTotal[]): Promise<void> => {
    onFailed(null);
    const error = await paying.pay(review.fingerprint, totals);
    if (error?.code !== "changed_since_shown" && error?.code !== "questions_open") return;
    // What was typed was the total of another payroll than the one that is there now.
    if (error.code === "changed_since_shown") setTyped({});
    const failure = await onRefresh();
    if (failure !== null) onFailed(asDeskError(failure));
  };
  const showQuestions = (): void => questions.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  const problem = failed ?? paying.error ?? (change.error === null ? null : asDeskError(change.error));
  // Being locked has its own place, beside the button it holds back.
  const isLocked = !session.unlocked || problem?.code === "locked";
  return (
    <>
      <Cheque review={review} editing={editing} onEditing={onEditing} onChange={onChange} disabled={paying.isPaying} now={now} />
      {problem === null || problem.code === "locked" ? null : (
        <div className={classes.problem}>
          <ApproveError
            error={problem}
            id={id}
            onBack={onBack}
            onRename={() => {
              forget();
              onEditing("name");
            }}
            onRetype={retype}
            onShowQuestions={showQuestions}
            onUnlock={() => void unlock()}
            onRetry={forget}
            onClose={forget}
          />
        </div>
      )}
      <div ref={questions} className={classes.questions}>
        <Questions
          payroll={{ id, name: review.input.name, period: review.input.period, totals: review.totals, state: "frozen" }}
          questions={review.questions}
          onDecided={(decided) => {
            forget();
            takeQuestions(decided);
          }}
          onBack={onBack}
          disabled={paying.isPaying}
        />
      </div>
      <div className={classes.below}>
        <div className={classes.left}>
          <Short id={id} />
          <Decided review={review} />
        </div>
        <PayCard
          review={review}
          typed={typed}
          onTyped={setTyped}
          instant={change.isPending ? change.variables.instantQueue : review.input.instantQueue}
          onInstant={(instantQueue) => onChange({ instantQueue })}
          isLocked={isLocked}
          isUnlocking={isUnlocking}
          onUnlock={() => void unlock()}
          isChanging={change.isPending || isRefreshing || editing !== null}
          isPaying={paying.isPaying}
          onShowQuestions={showQuestions}
          onPay={(totals) => void pay(totals)}
          field={field}
        />
      </div>
    </>
  );
}
