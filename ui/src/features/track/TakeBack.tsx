// Back to Check with a payroll of which the provider took nothing: rejected, or never sent. Rows that are not changed keep
// their references.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import { type BatchState, ipc, type TrackView } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { useNavigation } from "../../navigation";
import { keys } from "../../query";

const NEVER_TAKEN: readonly BatchState[] = ["Approved", "NotSent", "NotAccepted"];

const canTakeBack = ({ sending, batches }: TrackView): boolean =>
  !sending && batches.every(({ state }) => NEVER_TAKEN.includes(state));

export function TakeBack({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  if (!canTakeBack(view)) return null;
  const takeBack = async (): Promise<void> => {
    await ipc.takeBack(view.id);
    for (const queryKey of [keys.payroll(view.id), keys.draft(view.id), keys.payrolls])
      await client.invalidateQueries({ queryKey });
    go({ name: "check", id: view.id });
  };
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Button
        variant="default"
        leftSection={<IconPencil size={16} stroke={1.75} />}
        loading={isBusy}
        onClick={() => void run(takeBack)}
        data-testid="track-take-back"
      >
        {t("takeBack")}
      </Button>
    </>
  );
}
