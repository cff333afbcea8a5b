import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import type { AppError } from "../../ipc";
import { setPendingFile, takePendingFile } from "../../session/pendingFile";
import { queryClient } from "../../query";
import { chosen, desk, liveSession, providerPresets, show } from "../../test/render";
import { preloadConnect, Welcome } from ".";

// As the window preloads it.
beforeAll(async () => void (await preloadConnect()));

const TOKEN = "a-token-nobody-else-may-see";
const LOCK = "7391-a-lock";

/** The form has a chunk of its own: React wants a render that waits for a promise to be awaited. */
const openForm = (user: UserEvent) => act(() => user.click(screen.getByTestId("welcome-connect")));

/** Opens the form and fills its first step: the provider. */
async function fillProvider(shows = "API key and secret") {
  const user = userEvent.setup();
  show(<Welcome />);
  await openForm(user);
  await user.type(screen.getByTestId("connect-address"), "https://payouts.example.com");
  await user.click(screen.getByText(shows));
  await user.type(screen.getByTestId("connect-name"), "Kola Foods");
  await user.type(screen.getByTestId("connect-sender"), "KOLA FOODS LTD");
  await user.type(screen.getByTestId("connect-approver"), "Ada Obi");
  await user.click(screen.getByTestId("connect-next"));
  return user;
}

async function fillAndSend() {
  const user = await fillProvider("Access token");
  await user.type(screen.getByTestId("connect-token"), TOKEN);
  await user.type(screen.getByTestId("connect-lock"), LOCK);
  await user.click(screen.getByTestId("connect-submit"));
  return user;
}

const value = (id: string) => (screen.getByTestId(id) as HTMLInputElement).value;

/** Everything that a script in the page could read. */
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
        provider: providerPresets[1].settings,
        credentials: { kind: "token", token: TOKEN },
        lock: LOCK,
      },
    },
  ]);
  expect(everywhere()).not.toContain(TOKEN);
  expect(everywhere()).not.toContain(LOCK);
});

const KEY = "a-key-nobody-else-may-see";
const SECRET = "a-secret-nobody-else-may-see";

async function fillKeys() {
  const user = await fillProvider();
  await user.type(screen.getByTestId("connect-key"), KEY);
  await user.type(screen.getByTestId("connect-secret"), SECRET);
  return user;
}

test("what the dashboard shows is enough: key, secret and password go with the usual settings", async () => {
  const asked = desk({ connect: () => new Promise(() => undefined) });
  const user = await fillKeys();
  await user.type(screen.getByTestId("connect-lock"), LOCK);
  await user.click(screen.getByTestId("connect-submit"));
  const sent = asked.filter(({ command }) => command === "connect").map(({ input }) => input["input"]);
  expect(sent).toMatchObject([
    {
      provider: providerPresets[0].settings,
      credentials: { kind: "keys", key: KEY, secret: SECRET },
      lock: LOCK,
    },
  ]);
  for (const secret of [KEY, SECRET, LOCK]) expect(everywhere()).not.toContain(secret);
});

test("each call is tried before connecting, and a card's path is asked for where only a charge would tell", async () => {
  const asked = desk({
    check_provider: () => [
      { call: "token", answer: "works", said: null, error: null },
      { call: "balance", answer: "not_offered", said: null, error: null },
      { call: "card_top_up", answer: "not_known", said: null, error: null },
    ],
    connect: () => new Promise(() => undefined),
  });
  const user = await fillKeys();
  expect(screen.queryByTestId("connect-chargePath")).toBeNull();
  await user.click(screen.getByTestId("connect-check"));
  const calls = await screen.findByTestId("checked-calls");
  expect(calls.textContent).toContain("estimated from your top-ups");
  expect([value("connect-key"), value("connect-secret")]).toEqual([KEY, SECRET]);
  const path = screen.getByTestId("connect-chargePath");
  await user.clear(path);
  await user.type(path, "processor");
  await user.type(screen.getByTestId("connect-lock"), LOCK);
  await user.click(screen.getByTestId("connect-submit"));
  const sent = asked.filter(({ command }) => command === "connect").map(({ input }) => input["input"]);
  expect(sent).toMatchObject([{ provider: { ...providerPresets[0].settings, chargePath: "processor" } }]);
});

test("a provider of another kind has its fields, and without a token path a token is asked for", async () => {
  const asked = desk({ check_provider: () => [] });
  const user = await fillKeys();
  await user.click(screen.getByTestId("connect-back"));
  await user.click(screen.getByText("Something else"));
  expect(screen.getByTestId<HTMLInputElement>("connect-path").value).toBe("v1/merchant/verify");
  await user.clear(screen.getByTestId("connect-path"));
  expect(screen.queryByTestId("connect-key")).toBeNull();
  await user.clear(screen.getByTestId("connect-balancePath"));
  await user.type(screen.getByTestId("connect-tokenPrefix"), "Bearer");
  await user.click(screen.getByTestId("connect-next"));
  await user.type(screen.getByTestId("connect-token"), TOKEN);
  await user.click(screen.getByTestId("connect-check"));
  await screen.findByTestId("checked-calls");
  const sent = asked.filter(({ command }) => command === "check_provider").map(({ input }) => input["input"]);
  expect(sent).toEqual([
    {
      baseUrl: "https://payouts.example.com",
      provider: { ...providerPresets[0].settings, renewal: null, balancePath: "", tokenPrefix: "Bearer" },
      credentials: { kind: "token", token: TOKEN },
    },
  ]);
});

test("what the desk refuses is said at its field, which is shown for it", async () => {
  const refusals: [AppError, string, RegExp][] = [
    [{ code: "value_invalid", data: { field: "renewal_key" } }, "connect-key", /rejected this key/],
    [{ code: "value_invalid", data: { field: "charge_path" } }, "connect-chargePath", /one word of letters/],
    // The key was correct: its token was refused.
    [{ code: "token_refused", data: { status: 401, message: null } }, "connect-tokenPrefix", /such as Bearer/],
  ];
  for (const [error, id, text] of refusals) {
    desk({
      connect: () => {
        throw error;
      },
    });
    const user = await fillKeys();
    await user.type(screen.getByTestId("connect-lock"), LOCK);
    await user.click(screen.getByTestId("connect-submit"));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByTestId(id));
    cleanup();
  }
});

test("the answers of a test are gone once something that they depend on is changed", async () => {
  desk({ check_provider: () => [{ call: "banks", answer: "works", said: null, error: null }] });
  const user = await fillKeys();
  await user.click(screen.getByTestId("connect-check"));
  await screen.findByTestId("checked-calls");
  await user.type(screen.getByTestId("connect-key"), "x");
  expect(screen.queryByTestId("checked-calls")).toBeNull();
  await user.click(screen.getByTestId("connect-check"));
  await screen.findByTestId("checked-calls");
  await user.click(screen.getByTestId("connect-back"));
  await user.type(screen.getByTestId("connect-address"), "x");
  await user.click(screen.getByTestId("connect-next"));
  expect(screen.queryByTestId("checked-calls")).toBeNull();
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
  await openForm(user);
  const seeInvalid = (...ids: string[]) => {
    for (const id of ids) {
      expect([id, screen.getByTestId(`connect-${id}`).getAttribute("aria-invalid")]).toEqual([id, "true"]);
    }
  };
  await user.type(screen.getByTestId("connect-address"), "http://payouts.example.com");
  await user.click(screen.getByTestId("connect-next"));
  seeInvalid("name", "sender", "approver", "address");
  expect(screen.getByTestId("connect-step").textContent).toContain("Step 1 of 5");
  cleanup();
  await (await fillProvider()).click(screen.getByTestId("connect-submit"));
  seeInvalid("key", "secret", "lock");
  expect(asked.some(({ command }) => command === "connect")).toBe(false);
});

test("who pays from another computer too is told to import that one’s key first", async () => {
  desk({});
  const user = userEvent.setup();
  show(<Welcome />);
  await openForm(user);
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
  await openForm(user);
  for (const id of ["connect-key", "connect-secret", "connect-lock"]) {
    const field = await screen.findByTestId(id);
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
  act(() => setPendingFile(chosen("november.xlsx")));
  expect((await screen.findByTestId("welcome-dropped")).textContent).toContain("november.xlsx is ready.");
  await user.click(screen.getByLabelText("Remove this file"));
  expect(screen.queryByTestId("welcome-dropped")).toBeNull();
  act(() => setPendingFile(chosen("december.xlsx")));
  expect(takePendingFile()).toEqual(chosen("december.xlsx"));
  expect(takePendingFile()).toBeNull();
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
  await openForm(user);
  await user.click(await screen.findByTestId("connect-where"));
  for (const named of [/^Provider’s address:/, /^API key and secret, or access token:/, /^Wallet password:/])
    expect(screen.getByText(named)).toBeTruthy();
});

test("a pasted token can be looked at while one is in its field, and is hidden as one leaves it", async () => {
  desk({});
  const user = await fillProvider("Access token");
  const token = await screen.findByTestId<HTMLInputElement>("connect-token");
  await user.click(token);
  await user.paste(TOKEN);
  expect(token.type).toBe("password");
  await user.click(screen.getByTestId("connect-token-show"));
  expect([token.type, token.value]).toEqual(["text", TOKEN]);
  await user.click(screen.getByTestId("connect-name"));
  expect(token.type).toBe("password");
});
