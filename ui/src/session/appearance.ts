/** The window's appearance, stored by the desk. Changes apply at once and are saved afterwards. */
import { useMantineColorScheme } from "@mantine/core";
import { type Appearance, ipc } from "../ipc";
import { keys, queryClient, sessionQuery, useSession } from "../query";
import { mantineScheme } from "../theme/scheme";

export function useAppearance() {
  const { appearance } = useSession();
  // Without this Mantine writes a `<style>` to suspend transitions, which the policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const save = async (change: Partial<Appearance>) => {
    const next = { ...appearance, ...change };
    if (change.scheme) setColorScheme(mantineScheme(change.scheme));
    queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, appearance: next });
    try {
      await ipc.saveAppearance(next);
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: keys.session });
      throw error;
    }
  };
  return { appearance, save };
}
