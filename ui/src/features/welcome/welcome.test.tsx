import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import type { AppError } from "../../ipc";
import { keepFile, takeFile } from "../../frame/pending";
import { queryClient } from "../../query";
import { chosen, desk, liveSession, liveSettings, show } from "../../test/render";
import { beginSetup } from "./setupSteps";
import { Setup } from "./Setup";
import { preloadConnect, Welcome } from ".";

// As the window does while one reads.
beforeAll(async () => void (await preloadConnect()));

const TOKEN = "a-token-nobody-else-may-see";
const LOCK = "7391-a-lock";

async function fillAndSend() {
  const user = userEvent.setup();
  show(<Welcome />);
  await user.click(screen.getByTestId("welcome-connect"));
  await user.type(screen.getByTestId("connect-name"), "Kola Foods");
  await user.type(screen.getByTestId("connect-sender"), "KOLA FOODS LTD");
  await user.type(screen.getByTestId("connect-approver"), "Ada Obi");
  await user.type(screen.getByTestId("connect-address"), "https://payouts.example.com");
  await user.type(screen.getByTestId("connect-token"), TOKEN);
  await user.type(screen.getByTestId("connect-lock"), LOCK);
  await user.click(screen.getByTestId("connect-submit"));
  return user;
}

const value = (id: string) => (screen.getByTestId(id) as HTMLInputElement).value;

/** Everything a script in the page could read back. */
const everywhere = () =>
  document.documentElement.outerHTML +
  [...document.querySelectorAll("input")].map((input) => input.value).join(" ") +
  JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ) +
  JSON.stringify({ ...localStorage }) +
  JSON.stringify({ ...sessionStorage });

test("the token and the lock are sent once, and gone from the window while the answer is still awaited", async () => {
  const asked = desk({ connect: () => new Promise(() => undefined) });
  await fillAndSend();
  const sent = asked.filter(({ command }) => command === "connect");
  expect(sent.map(({ input }) => input)).toEqual([
    {
      input: {
        profileName: "Kola Foods",
        baseUrl: "https://payouts.example.com",
        senderName: "KOLA FOODS LTD",
        approver: "Ada Obi",
        token: TOKEN,
        lock: LOCK,
      },
    },
  ]);
  expect(everywhere()).not.toContain(TOKEN);
  expect(everywhere()).not.toContain(LOCK);
});

test("a refused token is said at its field, and both secrets must be given again", async () => {
  desk({
    connect: () => {
      throw { code: "token_refused", data: { status: 401, message: null } } satisfies AppError;
    },
  });
  await fillAndSend();
  expect(await screen.findByText(/rejected this token/)).toBeTruthy();
  expect(value("connect-token")).toBe("");
  expect(value("connect-lock")).toBe("");
  expect(value("connect-address")).toBe("https://payouts.example.com");
  expect(document.activeElement).toBe(screen.getByTestId("connect-token"));
});

test("a computer without a keychain is told in three parts, and nothing is kept", async () => {
  desk({
    connect: () => {
      throw { code: "keychain_absent" } satisfies AppError;
    },
  });
  await fillAndSend();
  const panel = await screen.findByTestId("error-panel");
  expect(panel.dataset["code"]).toBe("keychain_absent");
  expect(everywhere()).not.toContain(LOCK);
});

test("nothing is sent while a field is empty or the address is no address", async () => {
  const asked = desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  await user.click(screen.getByTestId("welcome-connect"));
  await user.type(screen.getByTestId("connect-address"), "http://payouts.example.com");
  await user.click(screen.getByTestId("connect-submit"));
  expect(asked.some(({ command }) => command === "connect")).toBe(false);
  for (const id of ["name", "sender", "approver", "address", "token", "lock"]) {
    expect([id, screen.getByTestId(`connect-${id}`).getAttribute("aria-invalid")]).toEqual([id, "true"]);
  }
});

test("who pays from another computer too is told to import that one’s key first", async () => {
  desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  await user.click(screen.getByTestId("welcome-connect"));
  expect(screen.getByTestId("connect-elsewhere").textContent).toMatch(
    /import its profile key first.*could be paid twice/,
  );
});

test("a connected service becomes the session", async () => {
  desk({ connect: () => liveSession });
  await fillAndSend();
  await waitFor(() => expect(queryClient.getQueryData(["session"])).toEqual(liveSession));
});

test("the secrets' fields do not remember, complete or check spelling", async () => {
  desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  await user.click(screen.getByTestId("welcome-connect"));
  for (const id of ["connect-token", "connect-lock"]) {
    const field = screen.getByTestId(id);
    expect([field.getAttribute("type"), field.getAttribute("autocomplete"), field.getAttribute("spellcheck")]).toEqual([
      "password",
      "off",
      "false",
    ]);
  }
});

test("a file dropped before there is a desk is kept for it, and can be let go of", async () => {
  desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  act(() => keepFile(chosen("november.xlsx")));
  expect((await screen.findByTestId("welcome-dropped")).textContent).toContain("november.xlsx is ready.");
  await user.click(screen.getByLabelText("Remove this file"));
  expect(screen.queryByTestId("welcome-dropped")).toBeNull();
  act(() => keepFile(chosen("december.xlsx")));
  expect(takeFile()).toEqual(chosen("december.xlsx"));
  expect(takeFile()).toBeNull();
});

test("on a first run practising leads", async () => {
  desk({});
  show(<Welcome />);
  expect(screen.getByTestId("welcome-practice").dataset["variant"] ?? "filled").toBe("filled");
  expect(screen.getByTestId("welcome-connect").dataset["variant"]).toBe("default");
});

test("where the address, the token and the password are found is said in the form", async () => {
  desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  await user.click(screen.getByTestId("welcome-connect"));
  await user.click(await screen.findByTestId("connect-where"));
  for (const named of [/^Provider’s address:/, /^Access token:/, /^Wallet password:/])
    expect(screen.getByText(named)).toBeTruthy();
});

test("after connecting, what is still missing is listed until it is entered or put off", async () => {
  const profile = { ...liveSettings.profile, approver: "Ada Obi", callbackListen: "", chargeRecipientId: "" };
  desk({ session: () => liveSession, settings: () => ({ ...liveSettings, profile }) });
  const user = userEvent.setup();
  beginSetup();
  show(<Setup />);
  expect((await screen.findByTestId("setup-approver")).textContent).toContain("Entered");
  expect(screen.getByTestId("setup-results").textContent).toContain("results are imported from");
  await user.click(screen.getByTestId("setup-later-results"));
  expect(screen.queryByTestId("setup-results")).toBeNull();
  await user.click(screen.getByTestId("setup-later-card"));
  expect(screen.queryByTestId("setup")).toBeNull();
});

test("a pasted token can be looked at while one is in its field, and is hidden as one leaves it", async () => {
  desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  await user.click(screen.getByTestId("welcome-connect"));
  const token = await screen.findByTestId<HTMLInputElement>("connect-token");
  await user.click(token);
  await user.paste(TOKEN);
  expect(token.type).toBe("password");
  await user.click(screen.getByTestId("connect-token-show"));
  expect([token.type, token.value]).toEqual(["text", TOKEN]);
  await user.click(screen.getByTestId("connect-name"));
  expect(token.type).toBe("password");
});
