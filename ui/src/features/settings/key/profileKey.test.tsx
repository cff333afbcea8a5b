import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { AppError, KeyBackupView, KeyView, PassphraseFault, SavedFile } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { queryClient } from "../../../query";
import { chosen, desk, liveSession, liveSettings, opens, profileKey, saves, show } from "../../../test/render";
import SettingsScreen from "..";

const asLive = { session: () => liveSession, settings: () => liveSettings };
const PASSPHRASE = "four words nobody else may see";
const backup: KeyBackupView = {
  profile: "Kola Foods",
  created: "2026-11-01",
  fingerprint: "33b5 b2ab 392f e921",
  fit: "unused_ledger",
  replaces: true,
};

const value = (id: string) => (screen.getByTestId(id) as HTMLInputElement).value;

/** Everything that a script in the page could read. */
const everywhere = () =>
  document.documentElement.outerHTML +
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")]
    .map((field) => field.value)
    .join(" ") +
  JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  );

function failsWith(error: AppError) {
  return () => {
    throw error;
  };
}

describe("the profile key says what this computer cannot know", () => {
  test.each<[string, Partial<KeyView>, RegExp, string]>([
    [
      "made here and never used",
      { state: "unused", backedUpAt: null },
      /import its profile key first; otherwise Paysheet cannot detect that somebody was already paid there, and they could be paid twice/,
      "No backup",
    ],
    ["in use and made here", {}, /Payrolls made on another computer are not known here/, "Backed up"],
    ["imported", { imported: true }, /same payroll gets the same references here/, "Backed up"],
    ["missing", { state: "missing", backedUpAt: null }, /nothing is approved or sent\. Import the backup/, "Missing"],
  ])("%s", async (_, view, message, pill) => {
    desk({ ...asLive, profile_key: () => ({ ...profileKey, ...view }) });
    show(<SettingsScreen section="secrets" />);
    expect((await screen.findByTestId("settings-key-notice")).textContent).toMatch(message);
    expect(within(screen.getByTestId("settings-key")).getByText(pill)).toBeTruthy();
    expect(screen.getByTestId("settings-key-facts").textContent).toContain("33b5 b2ab 392f e921");
    // A missing key cannot be backed up.
    expect(screen.queryByTestId("settings-key-back-up") === null).toBe(view.state === "missing");
  });

  test("practice has none to back up", async () => {
    desk({ settings: () => ({ ...liveSettings, mode: "practice" }) });
    show(<SettingsScreen section="secrets" />);
    await screen.findByTestId("settings-secret-token");
    expect(screen.queryByTestId("settings-key")).toBeNull();
  });
});

describe("a backup", () => {
  const typeTwice = async (user: ReturnType<typeof userEvent.setup>, again = PASSPHRASE) => {
    await user.click(await screen.findByTestId("settings-key-back-up"));
    expect(document.activeElement).toBe(screen.getByTestId("key-passphrase"));
    await user.keyboard(PASSPHRASE);
    await user.tab();
    await user.keyboard(`${again}{Enter}`);
  };

  test("takes the passphrase once, and nothing of it stays in the window while the desk works", async () => {
    const asked = desk({ ...asLive, seal_profile_key: () => new Promise(() => undefined) });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await typeTwice(user);
    expect(asked).toContainEqual({
      command: "seal_profile_key",
      input: { passphrase: PASSPHRASE, repeated: PASSPHRASE },
    });
    expect(everywhere()).not.toContain(PASSPHRASE);
    for (const id of ["key-passphrase", "key-passphrase-again"]) {
      const field = screen.getByTestId(id);
      expect([
        field.getAttribute("type"),
        field.getAttribute("autocomplete"),
        field.getAttribute("spellcheck"),
      ]).toEqual(["password", "off", "false"]);
    }
  });

  test("is saved as a file and as a sheet, with the words of the window", async () => {
    let backedUpAt: string | null = null;
    const nameOf = (file: unknown) => `${(file as { form: string }).form}.x`;
    const asked = desk({
      ...asLive,
      profile_key: () => ({ ...profileKey, backedUpAt }),
      seal_profile_key: () => null,
      choose_destination: ({ file }) => chosen(nameOf(file)),
      save_file: ({ file }) => {
        backedUpAt = "2026-11-22T08:00:00Z";
        return { file: chosen(nameOf(file)), madeAnewFrom: null, booked: null } satisfies SavedFile;
      },
      show_in_folder: () => null,
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await typeTwice(user);
    await user.click(await screen.findByTestId("key-save-sheet"));
    expect(await screen.findByText("Saved as sheet.x")).toBeTruthy();
    await user.click(screen.getByTestId("key-save-file"));
    expect(await screen.findByText("Saved as file.x")).toBeTruthy();
    const [sheet, file] = asked.filter(({ command }) => command === "save_file").map(({ input }) => input);
    expect([sheet, file]).toMatchObject([
      { file: { kind: "key_backup", form: "sheet" }, handle: chosen("sheet.x").handle },
      { file: { kind: "key_backup", form: "file" }, handle: chosen("file.x").handle },
    ]);
    expect(sheet).toMatchObject({
      file: { words: { "sheet.care": expect.stringContaining("Never write the passphrase on this sheet") } },
    });
    expect(within(screen.getByTestId("settings-key")).getByText("Backed up")).toBeTruthy();
    await user.click(screen.getByTestId("key-show-sheet"));
    expect(asked).toContainEqual({ command: "show_in_folder", input: { file: chosen("sheet.x").handle } });
    await user.click(screen.getByTestId("key-save-done"));
    expect(screen.queryByTestId("key-save")).toBeNull();
  });

  test.each<[PassphraseFault, string, string]>([
    ["too_short", "key-passphrase", "Use at least 12 characters"],
    ["too_simple", "key-passphrase", "Use more different characters"],
    ["differs", "key-passphrase-again", "The two passphrases differ"],
  ])("says at the field what is wrong with a passphrase: %s", async (reason, at, message) => {
    desk({ ...asLive, seal_profile_key: failsWith({ code: "passphrase_refused", data: { reason } }) });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await typeTwice(user, "another");
    expect(await screen.findByText(new RegExp(message))).toBeTruthy();
    expect(screen.getByTestId(at).getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByTestId("error-panel")).toBeNull();
    expect([value("key-passphrase"), value("key-passphrase-again")]).toEqual(["", ""]);
    expect(document.activeElement).toBe(screen.getByTestId("key-passphrase"));
  });

  test("a locked desk says so, and nothing is saved when the user changes their mind", async () => {
    let isLocked = true;
    const asked = desk({
      ...asLive,
      seal_profile_key: () => {
        if (isLocked) throw { code: "locked" } satisfies AppError;
        return null;
      },
      ...saves("key_backup", null),
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await typeTwice(user);
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("locked");
    isLocked = false;
    await user.type(screen.getByTestId("key-passphrase"), PASSPHRASE);
    await user.type(screen.getByTestId("key-passphrase-again"), `${PASSPHRASE}{Enter}`);
    await user.click(await screen.findByTestId("key-save-file"));
    await waitFor(() => expect(asked.some(({ command }) => command === "choose_destination")).toBe(true));
    expect(asked.some(({ command }) => command === "save_file")).toBe(false);
    expect(screen.getByTestId("key-save-done").textContent).toBe("Discard");
  });
});

describe("an import", () => {
  const unused = { ...profileKey, state: "unused", backedUpAt: null } as const;
  const file = { kind: "file", file: chosen("key.txt").handle };
  const fromFile = {
    ...asLive,
    profile_key: () => unused,
    ...opens("key_backup", "key.txt"),
    preview_key_backup: (): KeyBackupView => backup,
  };

  const choose = async (user: ReturnType<typeof userEvent.setup>) => {
    show(<SettingsScreen section="secrets" />);
    await user.click(await screen.findByTestId("settings-key-import"));
    await user.click(screen.getByTestId("key-choose-file"));
  };

  test("shows whose key it is before it asks for the passphrase, and what it replaces", async () => {
    const asked = desk({ ...fromFile, import_profile_key: () => "taken" });
    const user = userEvent.setup();
    await choose(user);
    const open = await screen.findByTestId("key-open");
    for (const part of [
      "Kola Foods",
      formatDay("2026-11-01T00:00:00"),
      "33b5 b2ab 392f e921",
      "It replaces the key that is stored on this computer",
    ])
      expect(open.textContent).toContain(part);
    expect(document.activeElement).toBe(screen.getByTestId("key-import-passphrase"));
    await user.keyboard(`${PASSPHRASE}{Enter}`);
    expect(await screen.findByText("The key is imported")).toBeTruthy();
    expect(asked).toContainEqual({
      command: "import_profile_key",
      input: { source: file, passphrase: PASSPHRASE, replace: true },
    });
    expect(asked.filter(({ command }) => command === "profile_key").length).toBeGreaterThan(1);
    expect(everywhere()).not.toContain(PASSPHRASE);
  });

  test("replaces nothing where nothing is in its place", async () => {
    const asked = desk({
      ...fromFile,
      preview_key_backup: () => ({ ...backup, fit: "missing_key", replaces: false }),
      import_profile_key: () => "came_back",
    });
    const user = userEvent.setup();
    await choose(user);
    await user.type(await screen.findByTestId("key-import-passphrase"), `${PASSPHRASE}{Enter}`);
    expect(await screen.findByText("The key of these payrolls is restored")).toBeTruthy();
    expect(asked).toContainEqual({
      command: "import_profile_key",
      input: { source: file, passphrase: PASSPHRASE, replace: false },
    });
  });

  test.each<[KeyBackupView["fit"], RegExp]>([
    ["other_ledger", /could be paid twice, so it cannot be imported/],
    ["same_key", /already in use here/],
  ])("of a key that cannot be imported asks for no passphrase: %s", async (fit, message) => {
    desk({ ...fromFile, preview_key_backup: () => ({ ...backup, fit }) });
    const user = userEvent.setup();
    await choose(user);
    expect((await screen.findByTestId("key-fit")).textContent).toMatch(message);
    expect(screen.queryByTestId("key-import-passphrase")).toBeNull();
    expect(screen.queryByTestId("key-import-submit")).toBeNull();
    await user.click(screen.getByTestId("key-open-back"));
    expect(screen.getByTestId("key-find")).toBeTruthy();
  });

  test("takes a sheet as somebody types it, and names the line that is mistyped", async () => {
    const answers = [
      failsWith({ code: "key_backup_unreadable", data: { reason: { kind: "lines_mistyped", lines: [3] } } }),
      (): KeyBackupView => ({ ...backup, profile: null, created: null }),
    ];
    const asked = desk({ ...fromFile, preview_key_backup: () => answers.shift()?.() });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await user.click(await screen.findByTestId("settings-key-import"));
    await user.click(screen.getByTestId("key-type"));
    await user.type(screen.getByTestId("key-lines"), "o4oo abcd");
    await user.click(screen.getByTestId("key-lines-submit"));
    expect(await screen.findByText("Line 3 is mistyped. Compare it with the sheet.")).toBeTruthy();
    expect(value("key-lines")).toBe("o4oo abcd");
    await user.type(screen.getByTestId("key-lines"), "e");
    expect(screen.queryByText(/is mistyped/)).toBeNull();
    await user.click(screen.getByTestId("key-lines-submit"));
    expect(await screen.findByTestId("key-import-passphrase")).toBeTruthy();
    expect(asked).toContainEqual({
      command: "preview_key_backup",
      input: { source: { kind: "typed", text: "o4oo abcde" } },
    });
  });

  test.each([
    ["damaged", /This backup is damaged/],
    ["not_a_backup", /This is not a backup/],
    ["newer_version", /made by a newer Paysheet/],
    ["too_demanding", /needs more memory/],
  ] as const)("says what is wrong with a file: %s", async (kind, message) => {
    desk({ ...fromFile, preview_key_backup: failsWith({ code: "key_backup_unreadable", data: { reason: { kind } } }) });
    const user = userEvent.setup();
    await choose(user);
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
    expect(screen.queryByTestId("error-panel")).toBeNull();
  });

  test("a wrong passphrase is said at its field, which is empty and has the cursor", async () => {
    desk({ ...fromFile, import_profile_key: failsWith({ code: "key_backup_not_opened" }) });
    const user = userEvent.setup();
    await choose(user);
    await user.type(await screen.findByTestId("key-import-passphrase"), `${PASSPHRASE}{Enter}`);
    expect(await screen.findByText(/This passphrase does not open the backup/)).toBeTruthy();
    expect(value("key-import-passphrase")).toBe("");
    expect(document.activeElement).toBe(screen.getByTestId("key-import-passphrase"));
  });

  test("what the desk refuses after all is said with what it means for the money", async () => {
    desk({ ...fromFile, import_profile_key: failsWith({ code: "key_of_other_ledger" }) });
    const user = userEvent.setup();
    await choose(user);
    await user.type(await screen.findByTestId("key-import-passphrase"), `${PASSPHRASE}{Enter}`);
    expect((await screen.findByTestId("error-panel")).textContent).toContain("could be paid twice");
  });
});
