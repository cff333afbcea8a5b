import { mockIPC } from "@tauri-apps/api/mocks";
import { expect, test } from "vitest";
import type { AppError } from "../ipc";
import { sealed } from "./seal";
import { TestDesk } from "./testDesk";

const card = { number: "4100000000000019", cvv: "123" };
const message = () => new TextEncoder().encode(JSON.stringify(card));

test("a sealed message is opened by the desk and tells nobody else anything", async () => {
  const desk = new TestDesk();
  mockIPC((command) => (command === "card_key" ? desk.key() : undefined));
  const text = message();
  const bytes = await sealed(text);
  expect(new TextDecoder("latin1").decode(bytes)).not.toMatch(/4100|number|cvv/);
  expect(text.every((byte) => byte === 0)).toBe(true);
  expect(await desk.open(bytes)).toEqual(card);
});

test("a message that could not be sealed is wiped too", async () => {
  mockIPC(() => {
    throw { code: "wrong_state", data: { planRefused: false } } satisfies AppError;
  });
  const text = message();
  await expect(sealed(text)).rejects.toThrow("wrong_state");
  expect(text.every((byte) => byte === 0)).toBe(true);
});
