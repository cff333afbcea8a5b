// Back to Check with what the provider never took: rejected, or never sent. If it took nothing, it is the payroll itself,
// otherwise a new draft with the rest. Rows that are not changed keep their references.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import { type BatchState, type BatchView, ipc, type TrackView } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { useNavigation } from "../../navigation";
import { keys } from "../../query";

const NEVER_TAKEN: readonly BatchState[] = ["Approved", "NotSent", "NotAccepted"];

/** One that was unknown may have been taken, whatever was decided: its references must stay with its rows. */
const isNeverTaken = ({ state, wasUnknown }: BatchView): boolean => NEVER_TAKEN.includes(state) && !wasUnknown;

const canTakeBack = ({ sending, batches }: TrackView): boolean =>
  !sending && batches.some(isNeverTaken) && batches.every(({ state }) => state !== "Intent");

export function TakeBack({ view, isMain = false }: { view: TrackView; isMain?: boolean }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  if (!canTakeBack(view)) return null;
  const takeBack = async (): Promise<void> => {
    const draft = await ipc.takeBack(view.id);
    for (const queryKey of [keys.payroll(view.id), keys.draft(draft), keys.payrolls])
      await client.invalidateQueries({ queryKey });
    go({ name: "check", id: draft });
  };
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Button
        variant={isMain ? "filled" : "default"}
        leftSection={<IconPencil size={16} stroke={1.75} />}
        loading={isBusy}
        onClick={() => void run(takeBack)}
        data-testid="track-take-back"
      >
        {t(view.batches.every(isNeverTaken) ? "takeBack" : "takeBackRest")}
      </Button>
    </>
  );
}
