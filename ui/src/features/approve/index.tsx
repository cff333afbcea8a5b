// Approve: the last check before the payment. Its data is frozen; a change freezes it again.

import "@mantine/core/styles/Popover.layer.css";

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Page, SkeletonRows } from "../../components";
import { asDeskError, type DeskError, ipc } from "../../ipc";
import { isDialogOpen } from "../../lib/keyboard/keys";
import { useNavigation } from "../../navigation";
import { keys, cacheSession } from "../../query";
import { ApproveError } from "./ApproveError";
import type { EditedPart } from "./cheque/Cheque";
import { Frozen } from "./Frozen";
import { Rename } from "./Rename";
import { usePay, useReview } from "./useReview";

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
    replace({ name: "track", id, sent: true });
  });
  const back = async (): Promise<void> => {
    if (paying.isPaying) return;
    try {
      // Also after a refused review: an earlier one may be frozen, and a frozen payroll cannot be edited.
      const unfrozen = ipc.changePayroll(id, { kind: "back_to_check" });
      // Not awaited without a review: a running request may still end, and Check reports a payroll that was sent.
      if (review.data === undefined) void unfrozen.catch(() => undefined);
      else await unfrozen;
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

/** Esc goes back, unless it closes something open. */
function useEscape(isOn: boolean, back: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || isDialogOpen();
    if (event.key === "Escape" && isOn && !isTaken) back();
  });
  useEffect(() => {
    window.addEventListener("keydown", onEscape);
    return () => window.removeEventListener("keydown", onEscape);
  }, []);
}

type UnfrozenProps = { id: number; error: Error | null; onBack: () => void; onRetry: () => void };

/** No review to show: it is loading, or it failed. */
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
  const needsPeriod = known.code === "value_invalid" && known.data.field === "period";
  if (known.code === "already_paid" || known.code === "name_taken" || needsPeriod)
    return <Rename id={id} error={known} onBack={onBack} />;
  return (
    <ApproveError
      error={known}
      id={id}
      onBack={onBack}
      onRename={onRetry}
      onRetype={onRetry}
      onShowQuestions={onRetry}
      onUnlock={() => void ipc.changeSession("unlock").then(cacheSession).then(onRetry, onRetry)}
      onRetry={onRetry}
    />
  );
}
