// Opens the card window. What it does comes back by the desk's events.

import { useState } from "react";

import { asDeskError, type CardWish, type DeskError, ipc } from "../../ipc";

export function useCardWindow() {
  const [error, setError] = useState<DeskError | null>(null);
  const open = async (wish: CardWish): Promise<void> => {
    setError(null);
    try {
      await ipc.openCard(wish);
    } catch (thrown) {
      setError(asDeskError(thrown));
    }
  };
  return { error, open, forget: () => setError(null) };
}
