// The frozen payroll under review: its content, its questions, and the card with Pay.

import { type ReactNode, useRef, useState } from "react";

import { asDeskError, type DeskError, type ReviewView } from "../../ipc";
import { Questions } from "../questions";
import classes from "./Approve.module.css";
import { ApproveError } from "./ApproveError";
import { Balance } from "./Balance";
import { Cheque, type EditedPart } from "./cheque/Cheque";
import { Decided } from "./decided/Decided";
import { ChangedFile } from "./notices/ChangedFile";
import { MissingWallets } from "./notices/MissingWallets";
import { NoBranch } from "./notices/NoBranch";
import { NoResults } from "./notices/NoResults";
import { PayCard } from "./PayCard";
import { useApproval } from "./useApproval";
import { type Paying, useApprover, type useReview, useCacheQuestions } from "./useReview";

type Props = {
  id: number;
  review: ReviewView;
  isRefreshing: boolean;
  /** Refetches the review; returns the error. */
  onRefresh: () => Promise<Error | null>;
  paying: Paying;
  change: ReturnType<typeof useReview>["change"];
  failed: DeskError | null;
  onFailed: (error: DeskError | null) => void;
  editing: EditedPart | null;
  onEditing: (part: EditedPart | null) => void;
  onBack: () => void;
};

export function Frozen(props: Props): ReactNode {
  const { id, review, isRefreshing, paying, change, editing, onEditing, onBack, onRefresh } = props;
  const questions = useRef<HTMLDivElement>(null);
  const takeQuestions = useCacheQuestions(id);
  const [now] = useState(() => new Date());
  const approver = useApprover(id);
  const approval = useApproval(props);
  const { problem, forget, edit, unlock, retype } = approval;
  const showQuestions = (): void => questions.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  return (
    <>
      <Cheque
        review={review}
        editing={editing}
        onEditing={onEditing}
        onChange={edit}
        onApprover={(name) => {
          forget();
          approver.mutate(name, { onError: (error) => props.onFailed(asDeskError(error)) });
        }}
        disabled={paying.isPaying}
        now={now}
      />
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
      <MissingWallets review={review} onSaved={() => void onRefresh()} />
      <div ref={questions} className={classes.questions}>
        <Questions
          payroll={{ id, name: review.input.name, period: review.input.period, totals: review.totals, state: "frozen" }}
          questions={review.questions}
          onDecided={(decided) => {
            forget();
            takeQuestions(decided);
          }}
          onExcluded={async () => {
            forget();
            // Nobody is left to be paid, or rows have problems: Check shows both.
            if ((await onRefresh()) !== null) onBack();
          }}
          onBack={onBack}
          disabled={paying.isPaying}
        />
      </div>
      <div className={classes.below}>
        <div className={classes.left}>
          <ChangedFile id={id} onBack={onBack} disabled={paying.isPaying} />
          <NoResults />
          <NoBranch count={review.withoutBranch} />
          <Balance id={id} />
          <Decided review={review} />
        </div>
        <PayCard
          review={review}
          approval={approval}
          instant={change.isPending ? change.variables.instantQueue : review.input.instantQueue}
          onInstant={(instantQueue) => edit({ instantQueue })}
          isChanging={change.isPending || approver.isPending || isRefreshing || editing !== null}
          onNameApprover={() => onEditing("approver")}
          isPaying={paying.isPaying}
          onShowQuestions={showQuestions}
        />
      </div>
    </>
  );
}
