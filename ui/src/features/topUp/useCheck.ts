// Asking the service how a top-up stands, now.

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ipc } from "../../ipc";
import { keys } from "../../query";

export function useCheck(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ipc.checkTopUp({ kind: "stored", id }),
    // Asked also where it failed: when it was last asked may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: keys.topUps }),
  });
}
