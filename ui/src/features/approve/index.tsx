// Approve: the last look before money moves. What stands here is frozen; a change freezes it anew.

import "@mantine/core/styles/Popover.layer.css";

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Page, SkeletonRows } from "../../components";
import { asDeskError, type DeskError, ipc, type ReviewInput, type ReviewView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { keys, takeSession, useSession } from "../../query";
import classes from "./Approve.module.css";
import { ApproveError } from "./ApproveError";
import { Cheque, type EditedPart } from "./Cheque";
import { Decided } from "./Decided";
import { PayCard } from "./PayCard";
import { Rename } from "./Rename";
import { Short } from "./Short";
import { type Paying, usePay, useReview } from "./useReview";

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
      if (review.data !== undefined) await ipc.backToCheck(id);
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

/** Nothing could be fixed yet: still on its way, or the desk says why not. */
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
  if (known.code === "already_paid") return <Rename id={id} error={known} />;
  return (
    <ApproveError
      error={known}
      id={id}
      onBack={onBack}
      onRename={onRetry}
      onRetype={onRetry}
      onUnlock={() => void ipc.unlock().then(takeSession).then(onRetry, onRetry)}
      onRetry={onRetry}
    />
  );
}

type FrozenProps = {
  id: number;
  review: ReviewView;
  paying: Paying;
  change: ReturnType<typeof useReview>["change"];
  failed: DeskError | null;
  onFailed: (error: DeskError | null) => void;
  editing: EditedPart | null;
  onEditing: (part: EditedPart | null) => void;
  onBack: () => void;
};

function Frozen({ id, review, paying, change, failed, onFailed, editing, onEditing, onBack }: FrozenProps): ReactNode {
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
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
    setTyped("");
    field.current?.focus();
  };
  const problem = paying.error ?? failed ?? (change.error === null ? null : asDeskError(change.error));
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
            onUnlock={() => void unlock()}
            onRetry={forget}
            onClose={forget}
          />
        </div>
      )}
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
          isChanging={change.isPending || editing !== null}
          isPaying={paying.isPaying}
          onPay={(digits) => void paying.pay(digits)}
          field={field}
        />
      </div>
    </>
  );
}
