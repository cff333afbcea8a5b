import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { rowsBetween, useRowSelection } from "./useRowSelection";

const row = (key: number) => ({ key });

test.each([
  ["downwards", 5, 9, [5, 2, 9]],
  ["upwards", 9, 2, [2, 9]],
  ["the same row", 2, 2, [2]],
  ["from a row that the filter hides", 7, 9, [9]],
  ["to a row that the filter hides", 9, 7, [7]],
])("rows from one to another: %s", (_, from, to, expected) => {
  const found = rowsBetween([4, 5, 2, 9].map(row), ({ key }) => key, from, row(to));
  expect(found.map(({ key }) => key)).toEqual(expected);
});

test("what was asked for before the selection was cleared is not selected after it", async () => {
  let answer: (rows: number[]) => void = () => undefined;
  const list = () => new Promise<number[]>((resolve) => (answer = resolve));
  const keyOf = (key: number) => key;
  const onError = vi.fn<(error: unknown) => void>();
  const { result } = renderHook(() => useRowSelection({ keyOf, list, onError }));
  act(() => result.current.addAll());
  act(() => result.current.clear());
  await act(async () => answer([1, 2]));
  expect(result.current.selected.size).toBe(0);
  act(() => result.current.addAll());
  await act(async () => answer([1, 2]));
  expect(result.current.selected.size).toBe(2);
});
