/**
 * The window's cache of the desk's data, refreshed by the desk's events and by the results of its commands. Nothing is
 * refetched by time or focus.
 */
import { hashKey, QueryClient, type QueryKey, queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { WINDOW_ROWS } from "./lib/rows/rowWindows";
import {
  type Country,
  type Currency,
  type DeskEvent,
  type DraftOpening,
  type DraftView,
  ipc,
  onDeskEvent,
  type PersonKey,
  type SessionView,
  type TopUpQuery,
  type UpdatesView,
} from "./ipc";

export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: the desk is on this computer, so the network state does not matter.
    queries: {
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Every query of a draft or a payroll is below its key, so one invalidation refreshes all of them. */
export const keys = {
  session: ["session"],
  settings: ["settings"],
  /** Updates of the program; which ledger is open concerns only whether one may be installed. */
  updates: ["updates"],
  providerPresets: ["providerPresets"],
  /** Below the settings: a change of them may change it, too. */
  profileKey: ["settings", "key"],
  /** Below the settings: `session_changed` reports a backup that was made or failed. */
  backups: ["settings", "backups"],
  /** Below the settings, too; no event reports arrivals. */
  callbackSetup: ["settings", "callbacks"],
  sendingBlock: ["sendingBlock"],
  payrolls: ["payrolls"],
  unresolved: ["unresolved"],
  /** Everyone who was paid; the counts and each person's payments are below it. */
  people: ["people"],
  peopleCount: (text: string | null) => ["people", "count", text],
  person: (key: PersonKey) => ["people", "one", key],
  unknownReports: ["unknownReports"],
  /** Balances and shortfalls are below it, too: they change with the top-ups. */
  topUps: ["topUps"],
  topUpList: (query: TopUpQuery, limit: number) => ["topUps", "list", query, limit],
  topUp: (id: number) => ["topUps", "one", id],
  balances: ["topUps", "balances"],
  shortfall: (payroll: number) => ["topUps", "shortfall", payroll],
  draft: (id: number) => ["draft", id],
  draftHead: (id: number) => ["draft", id, "head"],
  draftRows: (id: number) => ["draft", id, "rows"],
  opening: (id: number) => ["draft", id, "opening"],
  rowDetail: (id: number, position: number) => ["draft", id, "row", position],
  comparison: (id: number) => ["draft", id, "comparison"],
  review: (id: number) => ["draft", id, "review"],
  /** Not below the draft: a changed cell must not read the file again. */
  changedFile: (id: number) => ["changedFile", id],
  payroll: (id: number) => ["payroll", id],
  payrollHead: (id: number) => ["payroll", id, "head"],
  payouts: (id: number) => ["payroll", id, "payouts"],
  payment: (id: number, reference: string) => ["payroll", id, "payment", reference],
  journal: (id: number) => ["payroll", id, "journal"],
  /** Whether the history verifies. */
  history: ["history"],
  search: (text: string) => ["search", text],
  /** The accounts of the books. */
  journals: ["settings", "journals"],
  openPayments: (id: number) => ["payroll", id, "open"],
  attempts: (id: number, batch: number) => ["payroll", id, "attempts", batch],
  mapping: (source: string, question: unknown) => ["mapping", source, question],
  layouts: ["layouts"],
  bankSpellings: ["bankSpellings"],
  totalComparison: (typed: string, sum: string, currency: Currency) => ["totalComparison", typed, sum, currency],
  amount: (typed: string, currency: Currency) => ["amount", typed, currency],
  /** The lists of banks; all their queries are below it. */
  bankLists: ["banks"],
  bankCountries: ["banks", "countries"],
  banks: (country: Country) => ["banks", country],
  destinations: (country: Country) => ["banks", country, "all"],
  branches: (country: Country, bank: string) => ["banks", country, "branches", bank],
} as const;

export const sessionQuery = queryOptions({ queryKey: keys.session, queryFn: () => ipc.session() });
export const settingsQuery = queryOptions({ queryKey: keys.settings, queryFn: () => ipc.settings() });
// Whether one may be installed changes with the card window, which has no event.
export const updatesQuery = queryOptions({ queryKey: keys.updates, queryFn: () => ipc.updates(), staleTime: 0 });
export const providerPresetsQuery = queryOptions({
  queryKey: keys.providerPresets,
  queryFn: () => ipc.providerPresets(),
});
// Freezing the first payroll changes it.
export const profileKeyQuery = queryOptions({
  queryKey: keys.profileKey,
  queryFn: () => ipc.profileKey(),
  staleTime: 0,
});
export const callbackSetupQuery = queryOptions({
  queryKey: keys.callbackSetup,
  queryFn: () => ipc.callbackSetup(),
  staleTime: 0,
});
// Backups are made without the window, and other programs can change their folder.
export const backupsQuery = queryOptions({ queryKey: keys.backups, queryFn: () => ipc.backups(), staleTime: 0 });
export const sendingBlockQuery = queryOptions({
  queryKey: keys.sendingBlock,
  queryFn: () => ipc.sendingBlock(),
  staleTime: 0,
});
export const layoutsQuery = queryOptions({ queryKey: keys.layouts, queryFn: () => ipc.layouts() });
// Approving a payroll adds payments.
export const bankSpellingsQuery = queryOptions({
  queryKey: keys.bankSpellings,
  queryFn: () => ipc.bankSpellings(),
  staleTime: 0,
});
export const payrollsQuery = queryOptions({ queryKey: keys.payrolls, queryFn: () => ipc.payrolls() });
export const unresolvedQuery = queryOptions({ queryKey: keys.unresolved, queryFn: () => ipc.unresolved() });
export const unknownReportsQuery = queryOptions({ queryKey: keys.unknownReports, queryFn: () => ipc.unknownReports() });
/** How many people match a text, and the year that is summed up; null for everyone. */
export const peopleCountQuery = (text: string | null) =>
  queryOptions({
    queryKey: keys.peopleCount(text),
    queryFn: () => ipc.people({ text, order: "last_paid" }, 0, 1),
  });
/** The holder's name may have been verified since. */
export const personQuery = (key: PersonKey) =>
  queryOptions({ queryKey: keys.person(key), queryFn: () => ipc.person(key), staleTime: 0 });
export const draftQuery = (id: number) =>
  queryOptions({ queryKey: keys.draftHead(id), queryFn: () => ipc.draft(id).then(newerDraft) });
export const rowDetailQuery = (id: number, position: number) =>
  queryOptions({ queryKey: keys.rowDetail(id, position), queryFn: () => ipc.rowDetail(id, position) });
export const comparisonQuery = (id: number) =>
  queryOptions({ queryKey: keys.comparison(id), queryFn: () => ipc.comparison(id) });
/** Another program may save the file. */
export const changedFileQuery = (id: number) =>
  queryOptions({ queryKey: keys.changedFile(id), queryFn: () => ipc.changedFile(id), staleTime: 0, gcTime: 0 });
export const payrollQuery = (id: number) =>
  queryOptions({ queryKey: keys.payrollHead(id), queryFn: () => ipc.payroll(id) });
/** It contains payments of other payrolls, too, whose events do not refresh it. */
export const paymentQuery = (id: number, reference: string) =>
  queryOptions({ queryKey: keys.payment(id, reference), queryFn: () => ipc.payment(id, reference), staleTime: 0 });
/** Results arrive all the time. */
export const journalQuery = (id: number) =>
  queryOptions({
    queryKey: keys.journal(id),
    queryFn: () => ipc.journal(id),
    staleTime: 0,
    // The proposal is refetched: what was new the last time must not be proposed again.
    gcTime: 0,
  });
export const journalSettingsQuery = queryOptions({ queryKey: keys.journals, queryFn: () => ipc.journalSettings() });
/** Another program may have changed it. */
export const historyQuery = queryOptions({
  queryKey: keys.history,
  queryFn: () => ipc.checkHistory(),
  staleTime: 0,
  gcTime: 0,
});
/** Shorter texts match too many payments. */
export const SEARCH_CHARS_MIN = 2;
/** Payments of all payrolls; the result may change by the next search. */
export const searchQuery = (text: string) =>
  queryOptions({ queryKey: keys.search(text), queryFn: () => ipc.search(text), staleTime: 0, gcTime: 0 });
export const attemptsQuery = (id: number, batch: number) =>
  queryOptions({ queryKey: keys.attempts(id, batch), queryFn: () => ipc.attempts(batch) });
/** The desk stores the age of a list: it is fetched each time. */
export const banksQuery = (country: Country) =>
  queryOptions({ queryKey: keys.banks(country), queryFn: () => ipc.banks(country, "payable"), staleTime: 0 });
export const bankCountriesQuery = queryOptions({
  queryKey: keys.bankCountries,
  queryFn: () => ipc.bankCountries(),
  staleTime: 0,
});
export const destinationsQuery = (country: Country) =>
  queryOptions({
    queryKey: keys.destinations(country),
    queryFn: async () => {
      const listed = await ipc.banks(country, "all");
      // A fetched list changes the list of countries.
      void queryClient.invalidateQueries({ queryKey: keys.bankCountries });
      return listed;
    },
    staleTime: 0,
  });
export const branchesQuery = (country: Country, bank: string) =>
  queryOptions({ queryKey: keys.branches(country, bank), queryFn: () => ipc.branches(country, bank, false) });

export const totalComparisonQuery = (typed: string, sum: string, currency: Currency) =>
  queryOptions({
    queryKey: keys.totalComparison(typed, sum, currency),
    queryFn: () => ipc.compareTotal(typed, sum, currency),
  });
export const amountQuery = (typed: string, currency: Currency) =>
  queryOptions({ queryKey: keys.amount(typed, currency), queryFn: () => ipc.parseAmount(typed, currency) });

export const balancesQuery = queryOptions({ queryKey: keys.balances, queryFn: () => ipc.balances() });
export const topUpListQuery = (query: TopUpQuery, limit: number) =>
  queryOptions({ queryKey: keys.topUpList(query, limit), queryFn: () => ipc.topUps(query, 0, limit) });
export const topUpQuery = (id: number) => queryOptions({ queryKey: keys.topUp(id), queryFn: () => ipc.topUp(id) });
export const openPaymentsQuery = (payroll: number) =>
  queryOptions({ queryKey: keys.openPayments(payroll), queryFn: () => ipc.openPayments(payroll) });

export const shortfallQuery = (payroll: number) =>
  // Sending and either side's changes affect it: refetched wherever it is shown.
  queryOptions({ queryKey: keys.shortfall(payroll), queryFn: () => ipc.shortfall(payroll), staleTime: 0 });

/** Always present: the session is loaded before anything is rendered. */
export const useSession = (): SessionView => useSuspenseQuery(sessionQuery).data;
export const useSettings = () => useQuery(settingsQuery);
export const useUpdates = () => useQuery(updatesQuery);
export const useProfileKey = () => useQuery(profileKeyQuery);
export const useCallbackSetup = () => useQuery(callbackSetupQuery);
export const useBackups = () => useQuery(backupsQuery);
export const useSendingBlock = () => useQuery(sendingBlockQuery);
export const usePayrolls = () => useQuery(payrollsQuery);
export const useUnresolved = () => useQuery(unresolvedQuery);
export const useUnknownReports = () => useQuery(unknownReportsQuery);
export const usePeopleCount = (text: string | null) => useQuery(peopleCountQuery(text));
export const usePerson = (key: PersonKey) => useQuery(personQuery(key));
export const useDraft = (id: number) => useQuery(draftQuery(id));
export const useRowDetail = (id: number, position: number | null) =>
  useQuery({ ...rowDetailQuery(id, position ?? 0), enabled: position !== null });
export const usePayroll = (id: number) => useQuery(payrollQuery(id));
export const useJournal = (id: number) => useQuery(journalQuery(id));
export const useJournalSettings = () => useQuery(journalSettingsQuery);
export const useAttempts = (id: number, batch: number) => useQuery(attemptsQuery(id, batch));
export const useBanks = (country: Country) => useQuery(banksQuery(country));
export const useBankCountries = () => useQuery(bankCountriesQuery);
export const useDestinations = (country: Country) => useQuery(destinationsQuery(country));
export const useBranches = (country: Country, bank: string) => useQuery(branchesQuery(country, bank));

/** Deletes a draft without payments. */
export async function discardDraft(id: number): Promise<void> {
  await ipc.discardDraft(id);
  queryClient.removeQueries({ queryKey: keys.draft(id) });
  await queryClient.invalidateQueries({ queryKey: keys.payrolls });
}

/** Fetches everything that Check opens with in one call, for its first frame. Check fetches what is missing. */
export async function prefetchDraft(id: number): Promise<void> {
  try {
    const opening = await ipc.draftOpening(id, WINDOW_ROWS);
    if (newerDraft(opening.draft) !== opening.draft) return;
    queryClient.setQueryData(keys.draftHead(id), opening.draft);
    if (opening.open !== null)
      queryClient.setQueryData(keys.rowDetail(id, opening.open.detail.row.position), opening.open.detail);
    queryClient.setQueryData<DraftOpening>(keys.opening(id), opening);
  } catch {
    // The screen fetches it again and shows the error.
  }
}

/** The prefetched data, unless something changed since. */
export function cachedOpening(id: number): DraftOpening | undefined {
  const state = queryClient.getQueryState<DraftOpening>(keys.opening(id));
  return state?.isInvalidated === false ? state.data : undefined;
}

/** The data is for one opening: the next one may follow changes. */
export const forgetOpening = (id: number): void => queryClient.removeQueries({ queryKey: keys.opening(id) });

/** An answer that took longer than a command's is older than the cache. */
function newerDraft(draft: DraftView): DraftView {
  const here = queryClient.getQueryData<DraftView>(keys.draftHead(draft.id));
  return here !== undefined && here.revision > draft.revision ? here : draft;
}

/** The revision of the last fetch of a draft's rows, if it is newer than the cached head. */
const rowsAskedAt = new Map<number, number>();

/** Caches the result of a command that changed a draft; rows and details are refetched. */
export function cacheDraft(draft: DraftView): void {
  queryClient.setQueryData(keys.draftHead(draft.id), newerDraft(draft));
  rowsAskedAt.set(draft.id, draft.revision);
  void queryClient.invalidateQueries({
    queryKey: keys.draft(draft.id),
    predicate: (query) => query.queryKey[2] !== "head",
  });
}

/** Running commands that change drafts, and the refreshes that wait for them. */
const pendingCommands = { commands: 0, refreshes: new Set<() => void>() };

/**
 * Runs a command that changes a draft. The desk reports the change before it returns the result, so refreshes wait: the
 * result contains the new data.
 */
export async function trackCommand<Answer>(command: () => Promise<Answer>): Promise<Answer> {
  pendingCommands.commands += 1;
  try {
    return await command();
  } finally {
    pendingCommands.commands -= 1;
    if (pendingCommands.commands === 0) {
      const refreshes = [...pendingCommands.refreshes];
      pendingCommands.refreshes.clear();
      for (const refresh of refreshes) refresh();
    }
  }
}

/** Refreshes a draft when no command is running, unless that revision is cached already. */
function refreshDraft(id: number, revision: number, invalidate: () => void): void {
  const refresh = () => {
    const head = queryClient.getQueryData(draftQuery(id).queryKey)?.revision ?? -1;
    if (Math.min(head, rowsAskedAt.get(id) ?? head) >= revision) return;
    rowsAskedAt.set(id, revision);
    invalidate();
  };
  if (pendingCommands.commands === 0) refresh();
  else pendingCommands.refreshes.add(refresh);
}

/** Caches the result of a command that changed the session. */
export function cacheSession(session: SessionView): void {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  queryClient.setQueryData(keys.session, session);
  if (before === undefined || before.mode !== session.mode) resetProfileCache();
}

/** Caches the session after a ledger replaced another one, even if the mode is the same. */
export function cacheRestoredSession(session: SessionView): void {
  resetProfileCache();
  queryClient.setQueryData(keys.session, session);
  ledger.number += 1;
  for (const listener of ledger.listeners) listener();
}

/** Counts the ledgers opened so far. */
const ledger = { number: 0, listeners: new Set<() => void>() };

function onOtherLedger(listener: () => void): () => void {
  ledger.listeners.add(listener);
  return () => ledger.listeners.delete(listener);
}

/** Changes whenever another ledger is opened. */
export const useLedgerNumber = (): number => useSyncExternalStore(onOtherLedger, () => ledger.number);

const resetListeners = new Set<() => void>();

/** Registers `forget`, called whenever another profile's ledger is opened; for state outside the cache. */
export const onProfileReset = (forget: () => void): void => void resetListeners.add(forget);

/** Practice and live have separate ledgers: data of the previous one must not be shown. */
function resetProfileCache(): void {
  rowsAskedAt.clear();
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
  for (const forget of resetListeners) forget();
}

/** Minimum time between two refreshes of one key, for bursts of callbacks. */
export const REFRESH_INTERVAL_MS = 250;

/** Runs `work` for a key at once, then at most once per interval while it is requested. */
export function throttledByKey(interval_ms: number, work: (key: QueryKey) => void): (key: QueryKey) => void {
  const waiting = new Map<string, { again: boolean }>();
  const run = (key: QueryKey, hash: string) => {
    const entry = { again: false };
    waiting.set(hash, entry);
    work(key);
    setTimeout(() => {
      if (entry.again) run(key, hash);
      else waiting.delete(hash);
    }, interval_ms);
  };
  return (key) => {
    const hash = hashKey(key);
    const entry = waiting.get(hash);
    if (entry) entry.again = true;
    else run(key, hash);
  };
}

/**
 * Refetches the queries below a key. TanStack Query reuses a first fetch that is in flight; that one may have read the data
 * from before the event, so its query is refetched when it has ended.
 */
function refetchBelow(queryKey: QueryKey): void {
  const fetching = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  const first = fetching.filter(({ state }) => state.data === undefined);
  void queryClient.invalidateQueries({ queryKey });
  for (const query of first) {
    const ended = query.promise ?? Promise.resolve();
    void ended
      .catch(() => undefined)
      .then(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  }
}

/** Refreshes the cache on desk events until the returned function is called. */
export function subscribeToDesk(): () => void {
  const refresh = throttledByKey(REFRESH_INTERVAL_MS, refetchBelow);
  const invalidate = (...changed: QueryKey[]) => changed.forEach(refresh);
  return onDeskEvent((event) => handleDeskEvent(event, invalidate));
}

function handleDeskEvent(event: DeskEvent, invalidate: (...changed: QueryKey[]) => void): void {
  switch (event.kind) {
    case "updates_changed":
      return invalidate(keys.updates);
    case "session_changed":
      refreshWhetherToUpdate(invalidate);
      return invalidate(keys.session, keys.settings, keys.sendingBlock, keys.bankLists);
    case "draft_changed":
      invalidate(keys.payrolls);
      return refreshDraft(event.id, event.revision, () => invalidate(keys.draft(event.id)));
    case "names_progress":
      return cacheNamesProgress(event, invalidate);
    case "top_up_changed":
      refreshWhetherToUpdate(invalidate);
      return invalidate(keys.topUps);
    case "unknown_reports_changed":
      return invalidate(keys.unknownReports, keys.sendingBlock);
    case "payroll_changed":
      refreshWhetherToUpdate(invalidate);
      return invalidate(
        keys.payroll(event.id),
        keys.payrolls,
        keys.people,
        keys.unresolved,
        keys.session,
        keys.balances,
      );
  }
}

/** No update is installed while money moves, so the answer changes with the payrolls; without a release nobody asks. */
function refreshWhetherToUpdate(invalidate: (...changed: QueryKey[]) => void): void {
  if (queryClient.getQueryData<UpdatesView>(keys.updates)?.release) invalidate(keys.updates);
}

/** Updates the count without a call to the desk. The start is refetched; a draft change reports the end. */
function cacheNamesProgress(
  { id, done, total, leftS }: Extract<DeskEvent, { kind: "names_progress" }>,
  invalidate: (...changed: QueryKey[]) => void,
): void {
  const draft = queryClient.getQueryData<DraftView>(keys.draftHead(id));
  if (draft === undefined) return;
  queryClient.setQueryData<DraftView>(keys.draftHead(id), { ...draft, names: { ...draft.names, done, total, leftS } });
  if (!draft.names.running) invalidate(keys.draftHead(id));
}
