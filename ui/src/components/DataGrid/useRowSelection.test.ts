import { expect, test } from "vitest";
import { between } from "./useRowSelection";

const row = (key: number) => ({ key });

test.each([
  ["downwards", 5, 9, [5, 2, 9]],
  ["upwards", 9, 2, [2, 9]],
  ["the same row", 2, 2, [2]],
  ["from a row that the filter hides", 7, 9, [9]],
  ["to a row that the filter hides", 9, 7, [7]],
])("rows from one to another: %s", (_, from, to, expected) => {
  const found = between([4, 5, 2, 9].map(row), ({ key }) => key, from, row(to));
  expect(found.map(({ key }) => key)).toEqual(expected);
});
