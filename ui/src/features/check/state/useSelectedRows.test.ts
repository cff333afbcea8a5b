import { expect, test } from "vitest";
import { between } from "./useSelectedRows";

test.each([
  ["downwards", 5, 9, [5, 2, 9]],
  ["upwards", 9, 2, [2, 9]],
  ["the same row", 2, 2, [2]],
  ["from a row that the filter hides", 7, 9, [9]],
])("rows from one to another: %s", (_, from, to, expected) => {
  expect(between([4, 5, 2, 9], from, to)).toEqual(expected);
});
