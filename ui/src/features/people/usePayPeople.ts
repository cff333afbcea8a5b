// Creates a payroll of people who were paid before, without a file, and opens it in Check.

import { ipc, type PeopleAmounts, type PersonLine } from "../../ipc";
import { useNavigation } from "../../navigation";
import { keys, prefetchDraft, queryClient } from "../../query";

/** Without people it has one blank row. */
export type PayPeople = (people: readonly PersonLine[], amounts: PeopleAmounts) => Promise<void>;

export function usePayPeople(): PayPeople {
  const { go, preload } = useNavigation();
  return async (people, amounts) => {
    const made = ipc.createPayroll({ kind: "people", people: people.map(({ key }) => key), amounts });
    const [id] = await Promise.all([made, preload("check")]);
    void queryClient.invalidateQueries({ queryKey: keys.payrolls });
    await prefetchDraft(id);
    go({ name: "check", id });
  };
}
