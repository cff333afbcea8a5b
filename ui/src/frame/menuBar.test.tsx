/** The menu bar of macOS leads to screens and opens files, unless a dialog waits for an answer. */
import { emit } from "@tauri-apps/api/event";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MenuCommand } from "../ipc";
import { useNavigation } from "../navigation";
import { desk, liveSession, show } from "../test/render";
import { MenuBar } from "./MenuBar";

function Window({ hasDialog }: { hasDialog: boolean }) {
  const { screen: at, previous } = useNavigation();
  return (
    <>
      <MenuBar />
      <output data-testid="at">{[previous, at].map((one) => JSON.stringify(one)).join(" to ")}</output>
      {hasDialog && <div role="dialog" />}
    </>
  );
}

const open = (hasDialog = false, choose_file: () => Promise<null> | null = () => null) => {
  const asked = desk({ session: () => liveSession, choose_file }, { shouldMockEvents: true });
  show(<Window hasDialog={hasDialog} />);
  return asked;
};
/** What a command does is done by then, also a change of screens. */
const settled = () => act(() => new Promise((done) => setTimeout(done, 50)));
const path = () => screen.getByTestId("at").textContent;

test.each<[MenuCommand, string]>([
  ["settings", '{"name":"pay"} to {"name":"settings"}'],
  ["about", '{"name":"pay"} to {"name":"settings","section":"about"}'],
])("%s leads to Settings", async (command, expected) => {
  open();
  await screen.findByTestId("at");
  await emit("menu-signal", command);
  await waitFor(() => expect(path()).toBe(expected));
  await emit("menu-signal", "settings");
  // It is there already.
  await waitFor(() => expect(path()).toBe(expected));
});

test("Open asks for a payroll file", async () => {
  const asked = open();
  await screen.findByTestId("at");
  await emit("menu-signal", "open_file" satisfies MenuCommand);
  await waitFor(() => expect(asked.map(({ command }) => command)).toContain("choose_file"));
});

test("Open asks for one file at a time", async () => {
  let close = (): void => undefined;
  const asked = open(false, () => new Promise((done) => (close = () => done(null))));
  const times = () => asked.filter(({ command }) => command === "choose_file").length;
  await screen.findByTestId("at");
  await emit("menu-signal", "open_file" satisfies MenuCommand);
  await emit("menu-signal", "open_file" satisfies MenuCommand);
  await settled();
  expect(times()).toBe(1);
  close();
  await settled();
  await emit("menu-signal", "open_file" satisfies MenuCommand);
  await settled();
  expect(times()).toBe(2);
});

test.each<MenuCommand>(["settings", "about", "open_file"])("%s waits for an open dialog", async (command) => {
  const asked = open(true);
  await screen.findByTestId("at");
  const before = path();
  await emit("menu-signal", command);
  await settled();
  expect(path()).toBe(before);
  expect(asked.map(({ command: name }) => name)).not.toContain("choose_file");
});
