// Requests the status of a top-up from the service.

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ipc } from "../../ipc";
import { keys } from "../../query";

export function useCheck(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ipc.checkTopUp({ kind: "stored", id }),
    // Also after an error: the time of the last request may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: keys.topUps }),
  });
}
