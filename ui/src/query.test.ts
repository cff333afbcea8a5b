import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type QueryKey, QueryObserver } from "@tanstack/react-query";
import { events } from "./bindings";
import { draftOf } from "./features/check/fixtures";
import {
  throttledByKey,
  trackCommand,
  draftQuery,
  subscribeToDesk,
  peopleCountQuery,
  queryClient,
  REFRESH_INTERVAL_MS,
  cacheDraft,
} from "./query";
import { desk } from "./test/render";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("callbacks that pour in refresh a payroll at most four times a second, the last one included", () => {
  const refreshed: QueryKey[] = [];
  const refresh = throttledByKey(REFRESH_INTERVAL_MS, (key) => refreshed.push(key));
  for (let ms = 0; ms < 900; ms += 1) {
    refresh(["payroll", 7]);
    vi.advanceTimersByTime(1);
  }
  expect(refreshed.length).toBeLessThanOrEqual(4);
  const during = refreshed.length;
  vi.advanceTimersByTime(10 * REFRESH_INTERVAL_MS);
  expect(refreshed.length).toBe(during + 1);
});

test("one change is shown at once, and things do not wait for each other", () => {
  const refreshed: QueryKey[] = [];
  const refresh = throttledByKey(REFRESH_INTERVAL_MS, (key) => refreshed.push(key));
  refresh(["a"]);
  refresh(["b"]);
  expect(refreshed).toEqual([["a"], ["b"]]);
});

test("what a command's own answer says is not asked for again; what came after it is", async () => {
  const asked = desk({ draft: () => draftOf({ revision: 9 }) }, { shouldMockEvents: true });
  const stop = subscribeToDesk();
  await vi.advanceTimersByTimeAsync(1);
  const tell = (revision: number) => events.deskSignal.emit({ kind: "draft_changed", id: 7, revision });
  const watched = new QueryObserver(queryClient, draftQuery(7)).subscribe(() => undefined);
  queryClient.setQueryData(draftQuery(7).queryKey, draftOf({ revision: 3 }));
  const heads = () => asked.filter(({ command }) => command === "draft").length;
  const before = heads();
  await trackCommand(async () => {
    await tell(4);
    await vi.advanceTimersByTimeAsync(1);
    cacheDraft(draftOf({ revision: 4 }));
  });
  await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS);
  expect(heads()).toBe(before);
  await tell(5);
  await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS);
  expect(heads()).toBe(before + 1);
  watched();
  stop();
});

test("a view that took longer than a command's answer does not take its place", async () => {
  let answer: (draft: ReturnType<typeof draftOf>) => void = () => undefined;
  desk({ draft: () => new Promise<ReturnType<typeof draftOf>>((resolve) => (answer = resolve)) });
  const slow = queryClient.fetchQuery({ ...draftQuery(7), staleTime: 0 });
  await vi.advanceTimersByTimeAsync(1);
  cacheDraft(draftOf({ revision: 12, toFix: 0 }));
  answer(draftOf({ revision: 11, toFix: 3 }));
  await slow;
  expect(queryClient.getQueryData(draftQuery(7).queryKey)).toMatchObject({ revision: 12, toFix: 0 });
});

test("the word of a verified name moves the count alone; that it runs, and its end, come with the draft", async () => {
  const names = { ...draftOf().names, running: false, automatic: true, done: 0, total: 0 };
  const asked = desk(
    { draft: () => draftOf({ names: { ...names, running: true, done: 1, total: 2 } }) },
    { shouldMockEvents: true },
  );
  const stop = subscribeToDesk();
  await vi.advanceTimersByTimeAsync(1);
  queryClient.setQueryData(draftQuery(7).queryKey, draftOf({ names }));
  const watched = new QueryObserver(queryClient, draftQuery(7)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  const heads = () => asked.filter(({ command }) => command === "draft").length;
  const known = () => queryClient.getQueryData(draftQuery(7).queryKey)?.names;
  const before = heads();
  await events.deskSignal.emit({ kind: "names_progress", id: 7, done: 1, total: 2, leftS: null });
  await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS);
  expect(heads()).toBe(before + 1);
  expect(known()).toMatchObject({ running: true, automatic: true, done: 1 });
  await events.deskSignal.emit({ kind: "names_progress", id: 7, done: 2, total: 2, leftS: 40 });
  await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS);
  expect(heads()).toBe(before + 1);
  expect(known()).toMatchObject({ running: true, automatic: true, done: 2, total: 2, leftS: 40 });
  watched();
  stop();
});

test("what became of a payroll changes what is known of people", async () => {
  const asked = desk({ people: () => ({ total: 1, offset: 0, year: 2026, rows: [] }) }, { shouldMockEvents: true });
  const stop = subscribeToDesk();
  await vi.advanceTimersByTimeAsync(1);
  const watched = new QueryObserver(queryClient, peopleCountQuery(null)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  const counts = () => asked.filter(({ command }) => command === "people").length;
  expect(counts()).toBe(1);
  await events.deskSignal.emit({ kind: "payroll_changed", id: 7 });
  await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS);
  expect(counts()).toBe(2);
  watched();
  stop();
});

test("an event during the first fetch of a view refetches it: the answer may be from before the event", async () => {
  type Count = { total: number; offset: number; year: number; rows: [] };
  const answers: ((count: Count) => void)[] = [];
  desk({ people: () => new Promise<Count>((resolve) => answers.push(resolve)) }, { shouldMockEvents: true });
  queryClient.clear();
  const stop = subscribeToDesk();
  await vi.advanceTimersByTimeAsync(1);
  const watched = new QueryObserver(queryClient, peopleCountQuery(null)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  await events.deskSignal.emit({ kind: "payroll_changed", id: 7 });
  await vi.advanceTimersByTimeAsync(1);
  answers[0]?.({ total: 3, offset: 0, year: 2026, rows: [] });
  await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS);
  answers[1]?.({ total: 8, offset: 0, year: 2026, rows: [] });
  await vi.advanceTimersByTimeAsync(1);
  expect(queryClient.getQueryData(peopleCountQuery(null).queryKey)?.total).toBe(8);
  expect(answers).toHaveLength(2);
  watched();
  stop();
});
