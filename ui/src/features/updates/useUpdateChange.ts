/** Changes what is done about updates, and shows the result wherever they are shown. */
import { ipc, type UpdateChange } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { queryClient, updatesQuery } from "../../query";

export function useUpdateChange() {
  const { isBusy, error, run, forget } = useCall();
  const change = (what: UpdateChange): Promise<void> =>
    run(async () => queryClient.setQueryData(updatesQuery.queryKey, await ipc.changeUpdates(what)));
  return { isBusy, error, change, forget };
}
