/** Locking, unlocking, practising: commands that answer with a new session. */
import { useMutation } from "@tanstack/react-query";
import { ipc, type SessionView } from "../ipc";
import { takeSession } from "../query";

export function useSessionAction() {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (action: () => Promise<SessionView>) => action(),
    onSuccess: takeSession,
  });
  return {
    lock: () => mutate(ipc.lock),
    unlock: () => mutate(ipc.unlock),
    startPractice: () => mutate(ipc.startPractice),
    leavePractice: () => mutate(ipc.leavePractice),
    busy: isPending,
    error,
    reset,
  };
}
