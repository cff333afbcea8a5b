// Unpaid people: paying them in a new payroll, and links between this payroll and those that pay its people again.

import { Button } from "@mantine/core";
import { IconPencil, IconRepeat } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, type StateStyle, TextButton } from "../../../components";
import { ipc, type RetryLinkView, type TrackView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { keys, prefetchDraft, queryClient } from "../../../query";
import { hasPanel, isAskedFirst, peopleIn } from "../status";
import classes from "../Track.module.css";
import { areUncorrected, Uncorrected } from "./Correct";
import { Notice } from "./Notice";

const FAILED: StateStyle = { icon: IconRepeat, tone: "attention" };

export function PaidAgain({ view }: { view: TrackView }): ReactNode {
  const isPayable = peopleOf(view.payableAgain) > 0 && !view.sending;
  const isUncorrected = areUncorrected(view);
  if (!isPayable && !isUncorrected && view.paysAgain.length === 0 && view.paidAgainIn.length === 0) return null;
  return (
    <div className={classes.panels}>
      {isPayable ? <Payable view={view} /> : null}
      {view.paysAgain.map((link) => (
        <Link key={link.payroll} link={link} {...(link.isCorrection ? CORRECTS : PAYS)} />
      ))}
      {view.paidAgainIn.map((link) => (
        <Link key={link.payroll} link={link} {...(link.isCorrection ? correctedIn(link) : paidIn(link))} />
      ))}
      {isUncorrected ? <Uncorrected view={view} /> : null}
    </div>
  );
}

function Payable({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  const { isBusy, error, run, forget } = usePayFailed(view.id);
  const count = peopleOf(view.payableAgain);
  const isMain = !hasPanel(view) && !isAskedFirst(view);
  const kind = kindOf(view);
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Notice
        stateStyle={FAILED}
        testId="track-payable-again"
        title={t(`panel.again.title.${kind}`, { count })}
        actions={
          <Button
            variant={isMain ? "filled" : "default"}
            loading={isBusy}
            onClick={() => void run()}
            data-testid="track-pay-failed"
          >
            {t("panel.again.button", { count })}
          </Button>
        }
      >
        {t(`panel.again.sum.${kind}`, { sum: sums(view.payableAgain) })} {t("panel.again.text", { count })}
      </Notice>
    </>
  );
}

/** People who are paid again are counted without their kind; if the payroll has a single kind, it is known. */
function kindOf(view: TrackView): "failed" | "reversed" | "both" {
  const [failed, reversed] = [peopleIn(view, ["Failed"]), peopleIn(view, ["Reversed"])];
  if (failed === reversed || (failed > 0 && reversed > 0)) return "both";
  return failed > 0 ? "failed" : "reversed";
}

type PayFailed = { isBusy: boolean; error: unknown; run: () => Promise<void>; forget: () => void };

/** Creates the payroll and opens it in Check. */
function usePayFailed(id: number): PayFailed {
  const { go, preload } = useNavigation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const asked = ipc.createPayroll({ kind: "failed", payroll: id });
      const [made] = await Promise.all([asked, preload("check")]);
      void queryClient.invalidateQueries({ queryKey: keys.payrolls });
      await prefetchDraft(made);
      go({ name: "check", id: made });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run, forget: () => setError(null) };
}

type LinkWords = {
  text:
    `panel.again.${"pays" | "paidIn" | "paidInDraft"}` | `correct.${"corrects" | "correctedIn" | "correctedInDraft"}`;
  testId: string;
};

const PAYS: LinkWords = { text: "panel.again.pays", testId: "track-pays-again" };
const CORRECTS: LinkWords = { text: "correct.corrects", testId: "track-corrects" };

// Only that payroll shows whether anyone was paid.
const paidIn = ({ isDraft }: RetryLinkView): LinkWords => ({
  text: isDraft ? "panel.again.paidInDraft" : "panel.again.paidIn",
  testId: "track-paid-again-in",
});
const correctedIn = ({ isDraft }: RetryLinkView): LinkWords => ({
  text: isDraft ? "correct.correctedInDraft" : "correct.correctedIn",
  testId: "track-corrected-in",
});

/** "Pays 3 people of October salaries again" */
function Link({ link, text, testId }: LinkWords & { link: RetryLinkView }): ReactNode {
  const { payroll, name, isDraft, people, isCorrection } = link;
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const Icon = isCorrection ? IconPencil : IconRepeat;
  return (
    <p className={classes.again} data-testid={testId}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(text, { count: people, name })}
      <TextButton onClick={() => go({ name: isDraft ? "check" : "track", id: payroll })}>
        {t("panel.again.open")}
      </TextButton>
    </p>
  );
}
