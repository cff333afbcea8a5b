/** A secret is readable only while its button is on. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { desk, show } from "../test/render";
import { RevealInput } from "./RevealInput";

const onBlur = vi.fn<() => void>();
const field = () => screen.getByTestId<HTMLInputElement>("secret");

async function reveal() {
  desk({});
  const user = userEvent.setup();
  show(
    <form onSubmit={(event) => event.preventDefault()}>
      <RevealInput label="Token" testid="secret" onBlur={onBlur} />
      <button type="submit">Save</button>
    </form>,
  );
  await user.type(await screen.findByTestId("secret"), "abc");
  await user.tab();
  await user.keyboard("{Enter}");
  expect(field().type).toBe("text");
  return user;
}

beforeEach(() => onBlur.mockClear());

test("going back to the field from its button leaves it shown", async () => {
  const user = await reveal();
  await user.tab({ shift: true });
  expect(field().type).toBe("text");
});

test("leaving by the keyboard from its button hides it", async () => {
  const user = await reveal();
  await user.tab();
  expect(field().type).toBe("password");
});

test("sending its form hides it", async () => {
  const user = await reveal();
  await user.type(field(), "{Enter}");
  expect(field().type).toBe("password");
});

test("its user hears of leaving the field, too", async () => {
  await reveal();
  expect(onBlur).toHaveBeenCalledTimes(1);
});
