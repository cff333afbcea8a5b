/** The source and the date of the list of banks; without a list, the reason and the action. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asDeskError, type Country, type DestinationView, ipc } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { keys, cacheSession, useBanks } from "../../../query";
import classes from "./BankPicker.module.css";
import { useWords } from "../words";

export type BankList = {
  readonly banks: readonly DestinationView[];
  /** The date of the oldest list; null if there is none. */
  readonly fetchedAt: string | null;
  /** Why the list is missing. */
  readonly missing: "loading" | "locked" | "failed" | null;
  /** Unlocks, or requests the list again. */
  readonly fetch: () => void;
};

export function useBankList(country: Country): BankList {
  const client = useQueryClient();
  const { data, isPending, error } = useBanks(country);
  const fetching = useMutation({
    mutationFn: async (isLocked: boolean) => {
      // The lists are fetched once the desk is unlocked and they are needed.
      if (isLocked) cacheSession(await ipc.changeSession("unlock"));
      else await ipc.fetchBanks([country]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.bankLists }),
  });
  const banks = data?.banks ?? [];
  const failure =
    error === null ? (data?.lists.find((list) => list.failure !== null)?.failure ?? null) : asDeskError(error);
  const isLocked = failure?.code === "locked";
  const missing = banks.length > 0 || (data !== undefined && failure === null) ? null : isLocked ? "locked" : "failed";
  const days = (data?.lists ?? []).flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]));
  return {
    banks,
    fetchedAt: days.toSorted()[0] ?? null,
    missing: isPending || fetching.isPending ? "loading" : missing,
    fetch: () => fetching.mutate(isLocked),
  };
}

export function NoList({ list: { missing, fetch } }: { list: BankList }) {
  const t = useWords();
  if (missing === null || missing === "loading") return t("picker.loading");
  return (
    <span className={classes.missing}>
      <span>{t(`picker.${missing}`)}</span>
      <Button
        size="xs"
        variant="default"
        // The field keeps the focus, which keeps the list open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={fetch}
        data-testid="bank-picker-fetch"
      >
        {t(`picker.${missing}Action`)}
      </Button>
    </span>
  );
}

export function ListOf({ list: { fetchedAt, banks } }: { list: BankList }) {
  const t = useWords();
  if (fetchedAt === null || banks.length === 0) return null;
  return <p className={classes.listOf}>{t("picker.listOf", { day: formatDay(fetchedAt) })}</p>;
}
