/** Leaving by keyboard loses no typed text. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useNavigation } from "../../navigation";
import { runOn } from "../../test/platform";
import { desk, liveSession, show } from "../../test/render";
import { useShortcuts } from "./shortcuts";

function Editor({ onKept }: { onKept: (text: string) => void }) {
  useShortcuts();
  const at = useNavigation().screen.name;
  return (
    <>
      <output data-testid="at">{at}</output>
      {at === "pay" && <input data-testid="field" onBlur={(event) => onKept(event.currentTarget.value)} />}
    </>
  );
}

test("a shortcut that leaves the screen keeps what is typed", async () => {
  desk({ session: () => liveSession });
  const user = userEvent.setup();
  const keep = vi.fn<(text: string) => void>();
  show(<Editor onKept={keep} />);
  await user.type(await screen.findByTestId("field"), "45,000");
  await user.keyboard("{Control>}1{/Control}");
  expect(keep).not.toHaveBeenCalled();
  await user.keyboard("{Control>}2{/Control}");
  expect(screen.getByTestId("at").textContent).toBe("payrolls");
  expect(keep.mock.calls).toEqual([["45,000"]]);
});

test.each([
  ["mac", "{Control>}2{/Control}", "pay"],
  ["mac", "{Meta>}2{/Meta}", "payrolls"],
  ["windows", "{Meta>}2{/Meta}", "pay"],
  ["windows", "{Control>}2{/Control}", "payrolls"],
] as const)("on %s, %s leads to %s", async (platform, keys, name) => {
  runOn(platform);
  desk({ session: () => liveSession });
  const user = userEvent.setup();
  show(<Editor onKept={() => undefined} />);
  await screen.findByTestId("field");
  await user.keyboard(keys);
  expect(screen.getByTestId("at").textContent).toBe(name);
});
