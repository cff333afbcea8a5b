/** Lock, unlock and practice mode: commands that return a new session. */
import { useMutation } from "@tanstack/react-query";
import { ipc, type SessionChange } from "../ipc";
import { cacheSession } from "../query";

/** `onDone` is called once the new session is cached. */
export function useSessionAction(onDone?: () => void) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: SessionChange) => ipc.changeSession(change),
    onSuccess: (session) => {
      cacheSession(session);
      onDone?.();
    },
  });
  return {
    lock: () => mutate("lock"),
    unlock: () => mutate("unlock"),
    startPractice: () => mutate("start_practice"),
    leavePractice: () => mutate("leave_practice"),
    busy: isPending,
    error,
    reset,
  };
}
