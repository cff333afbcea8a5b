/**
 * The only module (with the generated bindings) that imports Tauri. Functions are named like the desk's commands,
 * return plain data and throw a `DeskError`.
 */
import { invoke } from "@tauri-apps/api/core";
import {
  type AppError,
  type CardStep,
  commands,
  type DeskEvent,
  type DocumentInput,
  events,
  type FileDrag,
  type MenuCommand,
} from "./bindings";

export type * from "./bindings";
export { CHOSEN_PAYOUTS_MAX, COUNTRIES, CURRENCIES } from "./bindings";

export const ipc = guarded({
  ...commands,
  /** Card data is sent encrypted and as bytes, never as text. */
  chargeCard: (sealed: Uint8Array) => invoke<CardStep>("charge_card", sealed),
  submitOtp: (sealed: Uint8Array) => invoke<CardStep>("submit_otp", sealed),
  /** A document is returned as bytes, not as a list of numbers. */
  documentPdf: (id: number, input: DocumentInput) => invoke<ArrayBuffer>("document_pdf", { id, input }),
});

export type ErrorCode = AppError["code"];

class CommandError extends Error {
  override readonly name = "DeskError";
}

/** The error of a command: a code, and the data for its text. The code determines the type of the data. */
export type DeskError = CommandError & AppError;

/** Converts anything thrown to an error that has a text in the catalogue. */
export function asDeskError(thrown: unknown): DeskError {
  if (thrown instanceof CommandError) return thrown as DeskError;
  const error: AppError = isAppError(thrown) ? thrown : { code: "unexpected", data: { id: null } };
  return Object.assign(new CommandError(error.code), error);
}

function isAppError(thrown: unknown): thrown is AppError {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && typeof thrown.code === "string";
}

type Command = (...input: never[]) => Promise<unknown>;

function guarded<Commands extends Record<string, Command>>(all: Commands): Commands {
  const entries = Object.entries(all).map(([name, command]) => [
    name,
    async (...input: never[]) => {
      try {
        return await command(...input);
      } catch (thrown) {
        throw asDeskError(thrown);
      }
    },
  ]);
  return Object.fromEntries(entries) as Commands;
}

/** Calls `listener` for each event of the desk until the returned function is called. */
export function onDeskEvent(listener: (event: DeskEvent) => void): () => void {
  return until(events.deskSignal.listen(({ payload }) => listener(payload)));
}

type FileDragListener = (drag: FileDrag) => void;
let fileDragListener: FileDragListener | null = null;
/** Files that were taken for a listener that had ended when they arrived. The next one gets them. */
let openedFile: FileDrag | null = null;

/**
 * Files dragged from the desktop over the window, for one listener at a time. Files opened with Paysheet are reported as
 * dropped; those opened before are waiting for the first listener. Only the desk receives their paths.
 */
export function onFileDrag(listener: FileDragListener): () => void {
  fileDragListener = listener;
  const takeOpened = (): void =>
    void ipc.takeOpenWithFile().then(
      (dropped) => {
        openedFile = dropped ?? openedFile;
        passOpened();
      },
      () => undefined,
    );
  const listening = events.fileDragSignal.listen(({ payload }) =>
    payload.kind === "open_with" ? takeOpened() : listener(payload),
  );
  passOpened();
  const stop = until(listening, takeOpened);
  return () => {
    if (fileDragListener === listener) fileDragListener = null;
    stop();
  };
}

function passOpened(): void {
  if (openedFile === null || fileDragListener === null) return;
  const opened = openedFile;
  openedFile = null;
  fileDragListener(opened);
}

/** Commands of the menu bar, which only macOS has. Every window hears them. */
export function onMenuCommand(listener: (command: MenuCommand) => void): () => void {
  return until(events.menuSignal.listen(({ payload }) => listener(payload)));
}

/** Unsubscribes even if the subscription is not complete yet; `onStart` is called when it is, unless it has ended. */
function until(listening: Promise<() => void>, onStart?: () => void): () => void {
  let stopped = false;
  let stop: (() => void) | undefined;
  listening.then(
    (unlisten) => {
      if (stopped) return unlisten();
      stop = unlisten;
      onStart?.();
    },
    () => undefined,
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
