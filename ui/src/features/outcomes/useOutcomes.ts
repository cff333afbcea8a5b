// A file with results: chosen, compared with what is known, and applied as it was shown.

import { IconFileCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { asDeskError, type FileHandle, ipc, type OutcomeFileKind, type OutcomesView } from "../../ipc";
import { type Call, useCall } from "../../lib/useCall";
import { keys } from "../../query";

export type Outcomes = Omit<Call, "run" | "fail"> & {
  /** The difference; none before a file was read. */
  shown: OutcomesView | null;
  /** The file, or what is known, changed between the preview and its confirmation: `shown` is the new difference. */
  isRenewed: boolean;
  isOpen: boolean;
  kind: OutcomeFileKind;
  choose: (kind: OutcomeFileKind) => Promise<void>;
  apply: (confirmed: string[]) => Promise<void>;
  close: () => void;
};

type Chosen = { kind: OutcomeFileKind; handle: FileHandle; shown: OutcomesView | null; isRenewed: boolean };

export function useOutcomes(): Outcomes {
  const { t } = useTranslation("outcomes");
  const client = useQueryClient();
  const toast = useToast();
  const { run, isBusy, error, forget } = useCall();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const look = async (kind: OutcomeFileKind, handle: FileHandle, isRenewed: boolean): Promise<void> => {
    setChosen({ kind, handle, shown: await ipc.lookAtOutcomes(kind, handle), isRenewed });
  };
  const choose = async (kind: OutcomeFileKind): Promise<void> => {
    const file = await ipc.chooseOutcomes(kind);
    if (file === null) return;
    const { handle } = file;
    setChosen({ kind, handle, shown: null, isRenewed: false });
    await look(kind, handle, false);
  };
  const apply = async (confirmed: string[]): Promise<void> => {
    if (chosen?.shown === null || chosen === null) return;
    const { kind, handle, shown } = chosen;
    const { sha256, fingerprint } = shown;
    try {
      const { payouts } = await ipc.applyOutcomes(kind, handle, { sha256, fingerprint, confirmed });
      setChosen(null);
      toast(t("applied", { count: payouts, file: shown.fileName }), IconFileCheck);
      for (const queryKey of [keys.payrolls, keys.people, keys.unresolved]) void client.invalidateQueries({ queryKey });
    } catch (thrown) {
      if (asDeskError(thrown).code !== "outcomes_changed") throw thrown;
      await look(kind, handle, true);
    }
  };
  const close = (): void => {
    if (isBusy && chosen?.shown !== null) return;
    forget();
    setChosen(null);
  };
  return {
    isBusy,
    error,
    forget,
    shown: chosen?.shown ?? null,
    isRenewed: chosen?.isRenewed ?? false,
    isOpen: chosen !== null || error !== null,
    kind: chosen?.kind ?? "results",
    choose: (kind) => run(() => choose(kind)),
    apply: (confirmed) => run(() => apply(confirmed)),
    close,
  };
}
