// Opens the card window. Its results arrive as desk events.

import { useState } from "react";

import { asDeskError, type TopUpPrefill, type DeskError, ipc } from "../../ipc";

export function useCardWindow() {
  const [error, setError] = useState<DeskError | null>(null);
  const open = async (prefill: TopUpPrefill): Promise<void> => {
    setError(null);
    try {
      await ipc.openCard(prefill);
    } catch (thrown) {
      setError(asDeskError(thrown));
    }
  };
  return { error, open, forget: () => setError(null) };
}
