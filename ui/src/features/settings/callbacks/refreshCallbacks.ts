import { keys, queryClient } from "../../../query";

/** After a change of the callback settings: refreshes Settings and the frame. */
export const refreshCallbacks = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.settings }),
    queryClient.invalidateQueries({ queryKey: keys.session }),
  ]);
