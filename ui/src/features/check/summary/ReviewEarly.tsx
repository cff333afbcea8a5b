/** Review was pressed during the verification of names, and would end it: shows how many are left. */
import { ConfirmDialog } from "../../../components";
import type { DraftView } from "../../../ipc";
import { timeLeft } from "../state/timeLeft";
import type { DraftActions } from "../state/useDraftActions";
import { useWords } from "../words";

type Props = { draft: DraftView; early: DraftActions["early"] };

export function ReviewEarly({ draft: { names }, early: { isAsked, goOn, wait } }: Props) {
  const t = useWords();
  const { done, total, paused } = names;
  const left = timeLeft(t, names.leftS);
  const progress = t(paused ? "names.paused" : "names.progress", { done, total });
  return (
    <ConfirmDialog
      opened={isAsked}
      onClose={wait}
      title={t("names.early.title")}
      confirm={t("names.early.goOn")}
      decline={t("names.early.wait")}
      onConfirm={goOn}
    >
      <p className="num" data-testid="review-early">
        {left === undefined ? `${progress}.` : `${progress}, ${left}.`}
      </p>
      <p>{t("names.early.body", { count: names.unverified })}</p>
    </ConfirmDialog>
  );
}
