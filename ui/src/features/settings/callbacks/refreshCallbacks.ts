import { keys, queryClient } from "../../../query";

/** After a change of how results arrive: Settings and the frame show it. */
export const refreshCallbacks = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.settings }),
    queryClient.invalidateQueries({ queryKey: keys.session }),
  ]);
