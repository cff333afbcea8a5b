import { expect, test } from "vitest";
import { accountGroups } from "./account";

test.each([
  ["0123456789", ["012", "345", "6789"]],
  ["254712345678", ["254", "712", "345", "678"]],
  ["1234", ["1234"]],
  ["12345", ["123", "45"]],
  ["GH-12 45", ["GH-12 45"]],
  ["", [""]],
])("%s", (account, groups) => {
  expect(accountGroups(account)).toEqual(groups);
  expect(groups.join("")).toBe(account);
});
