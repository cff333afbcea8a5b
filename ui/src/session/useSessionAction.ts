/** Locking, unlocking, practising: commands that answer with a new session. */
import { useMutation } from "@tanstack/react-query";
import { ipc, type SessionView } from "../ipc";
import { takeSession } from "../query";

/** `onDone` is called once the new session is taken. */
export function useSessionAction(onDone?: () => void) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (action: () => Promise<SessionView>) => action(),
    onSuccess: (session) => {
      takeSession(session);
      onDone?.();
    },
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
