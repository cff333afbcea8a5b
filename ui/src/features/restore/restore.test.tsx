import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { App } from "../../App";
import { StartFailed } from "../../frame/StartFailed";
import type { AppError, BackupPreview, SessionView } from "../../ipc";
import { formatMoment } from "../../lib/time/dates";
import { keys, queryClient } from "../../query";
import { preload } from "../../screens";
import { chosen, desk, liveSession, octoberSalaries, opens, practiceSession, show } from "../../test/render";
import { preloadRestore, RestoreDialog } from ".";

beforeAll(() => Promise.all([preloadRestore(), preload("pay"), preload("payrolls")]));

const NAME = "paysheet-2026-11-20.db";
const SOURCE = { kind: "chosen", file: chosen(NAME).handle };
const preview: BackupPreview = {
  fileName: NAME,
  madeAt: "2026-11-20T18:00:00Z",
  payrolls: 12,
  payouts: 3_204,
  lastPayroll: { name: "November salaries", period: "2026-11" },
  replaces: true,
  replacedPayrolls: 14,
  keyIsHere: true,
};
const restored: SessionView = { ...liveSession, blocked: "ledger_older" };
const found = { ...opens("ledger_backup", NAME), preview_backup: () => preview, restore_backup: () => restored };

async function open(answers: Parameters<typeof desk>[0] = {}, fileName?: string) {
  const asked = desk({ session: () => liveSession, ...found, ...answers });
  const onClose = vi.fn<() => void>();
  // The dialog has a chunk of its own: React wants a render that waits for a promise to be awaited.
  await act(async () => show(<RestoreDialog onClose={onClose} {...(fileName === undefined ? {} : { fileName })} />));
  return { asked, onClose, user: userEvent.setup() };
}

const restores = (asked: ReturnType<typeof desk>) => asked.filter(({ command }) => command === "restore_backup");
const choose = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByTestId("restore-choose-file"));

describe("the dialog", () => {
  test("shows what is in the backup and what it replaces before anything changes", async () => {
    const { asked, user } = await open();
    await choose(user);
    const shown = (await screen.findByTestId("restore-preview")).textContent;
    for (const expected of [
      formatMoment(preview.madeAt),
      "paysheet-2026-11-20.db",
      "12",
      "3,204",
      "November salaries, November 2026",
    ])
      expect(shown).toContain(expected);
    expect(shown).toContain(
      "replaces the current ledger, which has 14 payrolls. The current ledger is renamed and stays on this computer; it is not deleted.",
    );
    expect(shown).toContain("The current ledger has 14 payrolls, this backup has 12.");
    expect(shown).toContain("After a restore sending is blocked on purpose");
    expect(screen.queryByTestId("restore-key")).toBeNull();
    expect(restores(asked)).toEqual([]);
  });

  test("its button names the backup, and the focus is on the safe one", async () => {
    const { asked, onClose, user } = await open();
    await choose(user);
    expect((await screen.findByTestId("restore-confirm")).textContent).toBe(
      `Restore backup of ${formatMoment(preview.madeAt)}`,
    );
    expect(document.activeElement?.textContent).toBe("Cancel");
    await user.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(restores(asked)).toEqual([]);
  });

  test.each([
    [14, true],
    [12, false],
    [null, false],
  ])(
    "of a ledger with %s payrolls, that the backup has fewer is pointed out: %s",
    async (replacedPayrolls, isShown) => {
      const { user } = await open({ preview_backup: () => ({ ...preview, replacedPayrolls }) });
      await choose(user);
      await screen.findByTestId("restore-preview");
      expect(screen.queryByTestId("restore-fewer") !== null).toBe(isShown);
    },
  );

  test("a computer without a ledger has nothing to replace", async () => {
    const { user } = await open({
      preview_backup: () => ({ ...preview, replaces: false, replacedPayrolls: null, lastPayroll: null }),
    });
    await choose(user);
    expect((await screen.findByTestId("restore-replaces")).textContent).toContain("nothing is replaced");
  });

  test("a ledger that is not open is replaced too", async () => {
    const { user } = await open({ preview_backup: () => ({ ...preview, replacedPayrolls: null }) });
    await choose(user);
    expect((await screen.findByTestId("restore-replaces")).textContent).toContain(
      "is not open now. That ledger is renamed and stays on this computer",
    );
  });

  test("a key that is not here is said to be needed next, and where it is imported", async () => {
    const { user } = await open({ preview_backup: () => ({ ...preview, keyIsHere: false }) });
    await choose(user);
    expect((await screen.findByTestId("restore-key")).textContent).toContain(
      "import the backup of the profile key under Settings, Secrets, Profile key",
    );
    await user.click(screen.getByTestId("restore-confirm"));
    expect((await screen.findByTestId("toast")).textContent).toContain("Import its profile key next.");
  });

  test("restores once, however often it is pressed, and takes the new session", async () => {
    const { asked, onClose, user } = await open();
    await choose(user);
    const form = await screen.findByTestId<HTMLFormElement>("restore-preview");
    // Both before the button is rendered as busy.
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(restores(asked)).toEqual([{ command: "restore_backup", input: { source: SOURCE } }]);
    expect(queryClient.getQueryData(keys.session)).toEqual(restored);
  });

  test("a user who changes their mind chooses again or leaves", async () => {
    const { asked, onClose, user } = await open(opens("ledger_backup", null));
    await choose(user);
    expect(screen.getByTestId("restore-choose")).toBeTruthy();
    expect(asked.some(({ command }) => command === "preview_backup")).toBe(false);
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test.each(["backup_unreadable", "backup_newer_version", "backup_damaged"] as const)(
    "%s: nothing was restored, and another one can be chosen",
    async (code) => {
      let fails = true;
      const { asked, user } = await open({
        preview_backup: () => {
          if (fails) throw { code } satisfies AppError;
          return preview;
        },
      });
      await choose(user);
      expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe(code);
      expect(restores(asked)).toEqual([]);
      fails = false;
      await choose(user);
      expect(await screen.findByTestId("restore-preview")).toBeTruthy();
      expect(screen.queryByTestId("error-panel")).toBeNull();
    },
  );

  test("a restore that fails is said in the dialog, which stays", async () => {
    const { onClose, user } = await open({
      restore_backup: () => {
        throw { code: "disk_full" } satisfies AppError;
      },
    });
    await choose(user);
    await user.click(await screen.findByTestId("restore-confirm"));
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("disk_full");
    expect(screen.getByTestId("restore-preview")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("while it is being restored the dialog cannot be left", async () => {
    const { onClose, user } = await open({ restore_backup: () => new Promise(() => undefined) });
    await choose(user);
    await user.click(await screen.findByTestId("restore-confirm"));
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
  });

  test("a backup of the list is looked at without being chosen", async () => {
    const { asked } = await open({}, NAME);
    await screen.findByTestId("restore-preview");
    expect(asked.filter(({ command }) => command.includes("backup"))).toEqual([
      { command: "preview_backup", input: { source: { kind: "listed", fileName: NAME } } },
    ]);
  });
});

describe("where it is opened", () => {
  test("on the welcome screen: the restored profile is the session", async () => {
    desk({ session: () => ({ ...practiceSession, mode: "welcome" }), ...found });
    const user = userEvent.setup();
    render(<App scheme="light" />);
    await user.click(await screen.findByTestId("welcome-restore"));
    await choose(user);
    await user.click(await screen.findByTestId("restore-confirm"));
    expect((await screen.findByTestId("blocked-bar")).textContent).toContain("older");
    expect(screen.queryByTestId("welcome")).toBeNull();
  });

  test("where a live desk is locked: nothing of the ledger before stays on the screen or in memory", async () => {
    let payrolls = [octoberSalaries];
    let session: SessionView = { ...liveSession, unlocked: false };
    desk({
      ...found,
      session: () => session,
      payrolls: () => payrolls,
      restore_backup: () => {
        payrolls = [];
        session = { ...restored, unlocked: false };
        return session;
      },
    });
    const user = userEvent.setup();
    render(<App scheme="light" />);
    await user.click(await screen.findByTestId("sidebar-payrolls"));
    await screen.findByTestId("payroll-line-7");
    await user.click(screen.getByTestId("locked-restore"));
    await choose(user);
    await user.click(await screen.findByTestId("restore-confirm"));
    await screen.findByTestId("blocked-bar");
    expect(screen.getByTestId("frame").dataset["screen"]).toBe("pay");
    expect(screen.queryByTestId("pay-again-7")).toBeNull();
    expect(screen.queryByTestId("restore-preview")).toBeNull();
  });

  test.each([{ code: "ledger_unavailable" }, { code: "sending_blocked", data: { reason: "history_changed" } }])(
    "where the ledger cannot be opened ($code): the window starts anew",
    async (error) => {
      desk(found);
      const onRestart = vi.fn<() => void>();
      const user = userEvent.setup();
      render(<StartFailed error={error} onRestart={onRestart} />);
      await user.click(screen.getByTestId("start-restore"));
      await choose(user);
      await user.click(await screen.findByTestId("restore-confirm"));
      await waitFor(() => expect(onRestart).toHaveBeenCalledOnce());
    },
  );

  test("where something else is wrong a backup would not help, and none is offered", () => {
    desk({});
    render(<StartFailed error={{ code: "keychain_absent" }} onRestart={() => undefined} />);
    expect(screen.queryByTestId("start-restore")).toBeNull();
  });
});
