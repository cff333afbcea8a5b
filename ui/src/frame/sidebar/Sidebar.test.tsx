import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Screen } from "../../screen";
import { desk, liveSession, show } from "../../test/render";
import { Sidebar } from "./Sidebar";

test.each([
  ["right after it was paid", { name: "track", id: 5, sent: true }, "sidebar-pay"],
  ["opened from the list", { name: "track", id: 5 }, "sidebar-payrolls"],
] as const satisfies [string, Screen, string][])("a payroll that is %s belongs to its entry", async (_, at, entry) => {
  desk({ session: () => liveSession });
  show(<Sidebar />, at);
  expect((await screen.findByTestId(entry)).getAttribute("aria-current")).toBe("page");
});

test("a person belongs to People, which stands above Banks", async () => {
  desk({ session: () => liveSession });
  show(<Sidebar />, { name: "person", person: { currency: "NGN", bankCode: "058", account: "0123456789" } });
  const people = await screen.findByTestId("sidebar-people");
  expect(people.getAttribute("aria-current")).toBe("page");
  const follows = people.compareDocumentPosition(screen.getByTestId("sidebar-banks"));
  expect(follows).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
