import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { events } from "../../../bindings";
import type { AppError, BackupEntry, BackupsView, ChosenFile } from "../../../ipc";
import { formatMoment } from "../../../lib/time/dates";
import { subscribeToDesk } from "../../../query";
import { chosen, desk, liveSession, liveSettings, noBackups, show } from "../../../test/render";
import { preloadRestore } from "../../restore";
import SettingsScreen from "..";

beforeAll(async () => void (await preloadRestore()));

const entry = (day: number): BackupEntry => ({
  fileName: `ledger-${day}.db`,
  madeAt: `2026-11-${day}T18:00:00Z`,
  payrolls: 12,
  payouts: 3_204,
  bytes: "2621440",
});
const some: BackupsView = { ...noBackups, entries: [20, 19].map(entry) };

function open(view: BackupsView, answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({ session: () => liveSession, settings: () => liveSettings, backups: () => view, ...answers });
  show(<SettingsScreen section="backups" />);
  return { asked, user: userEvent.setup() };
}

const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);

test("the folder and the last backups are listed, newest first, with payrolls and size", async () => {
  open(some);
  const list = await screen.findByTestId("backups-list");
  const rows = within(list)
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows.map((row) => row?.includes("12") && row.includes("2.5"))).toEqual([true, true]);
  expect(rows[0]).toContain(formatMoment("2026-11-20T18:00:00Z"));
  expect(screen.getByTestId("backups-folder").textContent).toBe(noBackups.folder);
  expect(screen.getByTestId("backups-last").textContent).toBe(`Last backup ${formatMoment("2026-11-20T18:00:00Z")}`);
});

test("without a backup it says so", async () => {
  open(noBackups);
  expect((await screen.findByTestId("backups-last")).textContent).toBe("There is no backup yet.");
  expect(screen.getByText("Your backups appear here.")).toBeTruthy();
});

test("older ones are shown when they are asked for", async () => {
  const { user } = open({ ...noBackups, entries: [20, 19, 18, 17, 16, 15, 14].map(entry) });
  const more = await screen.findByTestId("backups-all");
  expect(more.textContent).toBe("Show 2 older backups");
  expect(screen.queryByTestId("backup-ledger-14.db")).toBeNull();
  await user.click(more);
  expect(screen.getByTestId("backup-ledger-14.db")).toBeTruthy();
  expect(screen.queryByTestId("backups-all")).toBeNull();
});

test("backing up now shows that it is under way, and then the new backup", async () => {
  let finish: (view: BackupsView) => void = () => undefined;
  const { user } = open(noBackups, {
    back_up_now: () =>
      new Promise((settle) => {
        finish = settle;
      }),
  });
  const button = await screen.findByTestId<HTMLButtonElement>("backups-now");
  await user.click(button);
  await waitFor(() => expect(button.dataset["loading"]).toBe("true"));
  expect(screen.getByTestId<HTMLButtonElement>("backups-change-folder").disabled).toBe(true);
  finish(some);
  expect(await screen.findByTestId("backup-ledger-20.db")).toBeTruthy();
  expect(screen.getByTestId("toast").textContent).toContain("Backup created");
});

test("a backup that could not be made is said, and the list stays", async () => {
  const { user } = open(some, {
    back_up_now: () => {
      throw { code: "backup_disk_full", data: { file: "/backups/ledger.db" } } satisfies AppError;
    },
  });
  await user.click(await screen.findByTestId("backups-now"));
  expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("backup_disk_full");
  expect(screen.getByTestId("backup-ledger-20.db")).toBeTruthy();
});

test("an automatic backup that failed is warned of, with its moment and reason", async () => {
  open({
    ...some,
    failed: { code: "backup_not_writable", data: { file: "/backups/ledger.db" } },
    failedAt: "2026-11-21T18:00:00Z",
  });
  const warning = await screen.findByTestId("backups-failed");
  expect(warning.textContent).toContain(formatMoment("2026-11-21T18:00:00Z"));
  expect(within(warning).getByTestId("error-panel").dataset["code"]).toBe("backup_not_writable");
});

test("another folder is chosen; changing one's mind changes nothing", async () => {
  let folder: ChosenFile | null = null;
  const { asked, user } = open(some, {
    choose_file: ({ file }) => {
      expect(file).toBe("backup_folder");
      return folder;
    },
    set_backup_folder: ({ folder: handle }) => {
      expect(handle).toBe(chosen("stick").handle);
      return { ...some, folder: "/media/stick", isDefaultFolder: false };
    },
  });
  await user.click(await screen.findByTestId("backups-change-folder"));
  await waitFor(() => expect(calls(asked, "choose_file")).toHaveLength(1));
  expect(calls(asked, "set_backup_folder")).toEqual([]);
  expect(screen.queryByTestId("backups-default-folder")).toBeNull();
  folder = chosen("stick");
  await user.click(screen.getByTestId("backups-change-folder"));
  await waitFor(() => expect(screen.getByTestId("backups-folder").textContent).toBe("/media/stick"));
});

test("and the default one is one click away again", async () => {
  const { asked, user } = open(
    { ...some, folder: "/media/stick", isDefaultFolder: false },
    { set_backup_folder: () => some },
  );
  await user.click(await screen.findByTestId("backups-default-folder"));
  await waitFor(() => expect(screen.getByTestId("backups-folder").textContent).toBe(noBackups.folder));
  expect(calls(asked, "set_backup_folder")).toEqual([{ command: "set_backup_folder", input: { folder: null } }]);
});

test("restoring opens with a file to choose, or with the backup of the line", async () => {
  const { asked, user } = open(some, { preview_backup: () => new Promise(() => undefined) });
  await user.click(await screen.findByTestId("backups-restore"));
  expect(await screen.findByTestId("restore-choose")).toBeTruthy();
  expect(calls(asked, "preview_backup")).toEqual([]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("restore-choose")).toBeNull());
  const line = screen.getByTestId("backup-restore-ledger-19.db");
  expect(line.getAttribute("aria-label")).toBe(`Restore the backup of ${formatMoment("2026-11-19T18:00:00Z")}`);
  await user.click(line);
  await waitFor(() =>
    expect(calls(asked, "preview_backup").map(({ input }) => input)).toEqual([
      { source: { kind: "listed", fileName: "ledger-19.db" } },
    ]),
  );
});

test("it says that token, lock and key are in no backup, and leads to the key", async () => {
  const { user } = open(some);
  expect((await screen.findByTestId("settings-backups")).textContent).toContain(
    "no access token, no wallet password and no profile key",
  );
  await user.click(screen.getByTestId("backups-secrets"));
  expect(screen.getByTestId("settings-nav-secrets").getAttribute("aria-current")).toBe("page");
});

test("backups that cannot be read can be asked for again; a backup can still be restored", async () => {
  let fails = true;
  const { user } = open(some, {
    backups: () => {
      if (fails) throw { code: "not_found" } satisfies AppError;
      return some;
    },
  });
  await screen.findByTestId("error-panel");
  expect(screen.getByTestId("backups-restore")).toBeTruthy();
  fails = false;
  await user.click(screen.getByText("Try again"));
  expect(await screen.findByTestId("backup-ledger-20.db")).toBeTruthy();
});

test("a backup made without the window appears once the desk tells of it, and one that failed is warned of", async () => {
  let view = noBackups;
  desk({ session: () => liveSession, settings: () => liveSettings, backups: () => view }, { shouldMockEvents: true });
  const stop = subscribeToDesk();
  show(<SettingsScreen section="backups" />);
  expect((await screen.findByTestId("backups-last")).textContent).toBe("There is no backup yet.");
  view = {
    ...some,
    failed: { code: "backup_disk_full", data: { file: "/backups/ledger.db" } },
    failedAt: "2026-11-21T18:00:00Z",
  };
  await act(() => events.deskSignal.emit({ kind: "session_changed" }));
  expect(await screen.findByTestId("backup-ledger-20.db")).toBeTruthy();
  expect(screen.getByTestId("backups-failed")).toBeTruthy();
  stop();
});

test("practice has no backups", async () => {
  open(some, { settings: () => ({ ...liveSettings, mode: "practice" }) });
  await screen.findByTestId("settings-about");
  expect(screen.queryByTestId("settings-backups")).toBeNull();
  expect(screen.queryByTestId("settings-nav-backups")).toBeNull();
});
