// Opens a new draft in Check with the people whom the provider never had. Their previous batches are withdrawn.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, TextButton } from "../../../components";
import { ipc, type TrackView } from "../../../ipc";
import { type Call, useCall } from "../../../lib/useCall";
import { useNavigation } from "../../../navigation";
import { peopleOf } from "../../../payroll/totals";
import { keys } from "../../../query";
import { sendableBatches } from "../status";
import classes from "../Track.module.css";

type Correction = Pick<Call, "isBusy" | "error" | "forget"> & { correct: () => void };

function useCorrect(id: number): Correction {
  const { go } = useNavigation();
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  const correct = async (): Promise<void> => {
    const draft = await ipc.createPayroll({ kind: "never_taken", payroll: id });
    for (const queryKey of [keys.payroll(id), keys.draft(draft), keys.payrolls])
      await client.invalidateQueries({ queryKey });
    go({ name: "check", id: draft });
  };
  return { isBusy, error, forget, correct: () => void run(correct) };
}

type Props = { view: TrackView; isMain?: boolean };

/** Beside the other actions for rejected or unsent batches. */
export function Correct({ view, isMain = false }: Props): ReactNode {
  const { t } = useTranslation("track");
  const isEverybody = view.correctable === peopleOf(view.batches.map(({ total }) => total));
  return (
    <CorrectButton
      view={view}
      isMain={isMain}
      icon={<IconPencil size={16} stroke={1.75} />}
      label={t(isEverybody ? "correct.all" : "correct.rest")}
      testId="track-correct"
    />
  );
}

/** The whole payroll was withdrawn: its people are paid after all. */
export function PayWithdrawn({ view, isMain = false }: Props): ReactNode {
  const { t } = useTranslation("track");
  return <CorrectButton view={view} isMain={isMain} label={t("panel.withdrawn.pay")} testId="track-pay-again" />;
}

type ButtonProps = Required<Props> & { icon?: ReactNode; label: string; testId: string };

function CorrectButton({ view, isMain, icon, label, testId }: ButtonProps): ReactNode {
  const { isBusy, error, correct, forget } = useCorrect(view.id);
  if (view.correctable === 0) return null;
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Button
        variant={isMain ? "filled" : "default"}
        leftSection={icon}
        loading={isBusy}
        onClick={correct}
        data-testid={testId}
      >
        {label}
      </Button>
    </>
  );
}

/** Shown if no panel offers the correction, because nothing else of the payroll can be corrected. */
export const areUncorrected = ({ state, correctable, batches }: TrackView): boolean =>
  correctable > 0 && state !== "withdrawn" && sendableBatches(batches).length === 0;

/** Withdrawn people who are in no other payroll, for example because their draft was deleted. */
export function Uncorrected({ view: { id, correctable: count } }: Pick<Props, "view">): ReactNode {
  const { t } = useTranslation("track");
  const { isBusy, error, correct, forget } = useCorrect(id);
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <p className={classes.again} data-testid="track-uncorrected">
        <IconPencil size={16} stroke={1.75} aria-hidden />
        {t("correct.uncorrected", { count })}
        <TextButton disabled={isBusy} onClick={correct} data-testid="track-correct">
          {t("correct.all")}
        </TextButton>
      </p>
    </>
  );
}
