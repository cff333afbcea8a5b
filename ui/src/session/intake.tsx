/**
 * Import of a payroll from any screen: a dropped file, a chosen one, the sample, or a payroll to be paid again. The Pay
 * screen shows progress and errors; then Check opens, or first the mapping screen if columns are unsure.
 */
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import { type ChosenFile, ipc, type OpenedFile } from "../ipc";
import { useNavigation } from "../navigation";
import { discardDraft, keys, prefetchDraft, queryClient } from "../query";
import { setPendingFile } from "./pendingFile";

export type Reading = { kind: "file"; name: string } | { kind: "sample" } | { kind: "again"; name: string };

export type Intake = {
  reading: Reading | null;
  error: unknown;
  /** The error's subject: the name of the file or payroll, if any. */
  about: string | undefined;
  choose: () => Promise<void>;
  /** Reads a file. The draft read from it before is discarded once the new one exists. */
  open: (file: ChosenFile, before?: number) => Promise<void>;
  openSample: () => Promise<void>;
  payAgain: (payroll: number, name: string) => Promise<void>;
  dismiss: () => void;
  /** A file with unconfirmed columns. */
  waiting: ChosenFile | null;
  /** Its columns are confirmed, or it is dropped. */
  clearWaiting: (file: ChosenFile) => void;
};

const IntakeContext = createContext<Intake | null>(null);

export function useIntake(): Intake {
  const intake = use(IntakeContext);
  if (!intake) throw new Error("useIntake stands outside IntakeProvider");
  return intake;
}

export function IntakeProvider({ children }: { children: ReactNode }) {
  const { go, screen, preload } = useNavigation();
  const [reading, setReading] = useState<Reading | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [about, setAbout] = useState<string | undefined>();
  const [waiting, setWaiting] = useState<ChosenFile | null>(null);
  // One at a time: a second click during a read is ignored.
  const busy = useRef(false);
  const choosing = useRef(false);
  const onPay = screen.name === "pay";

  const take = useCallback(
    async (what: Reading, read: () => Promise<OpenedFile>, before?: number) => {
      if (busy.current) return;
      busy.current = true;
      setReading(what);
      setError(null);
      if (!onPay) go({ name: "pay" });
      try {
        const [opened] = await Promise.all([read(), preload("check")]);
        if (opened.kind === "asks") {
          setWaiting(opened.file);
          return go({ name: "map", file: opened.file });
        }
        const { id } = opened;
        if (before !== undefined) await discardDraft(before);
        // A new draft is also in the list of payrolls.
        void queryClient.invalidateQueries({ queryKey: keys.payrolls });
        await prefetchDraft(id);
        go({ name: "check", id });
      } catch (thrown) {
        setError(thrown);
        setAbout("name" in what ? what.name : undefined);
      } finally {
        busy.current = false;
        setReading(null);
      }
    },
    [go, onPay, preload],
  );

  const value = useMemo<Intake>(() => {
    const open = ({ handle, name }: ChosenFile, before?: number) =>
      take({ kind: "file", name }, () => ipc.openFile(handle), before);
    return {
      reading,
      error,
      about,
      open,
      choose: async () => {
        // The menu bar can ask again while the file dialog is open.
        if (choosing.current) return;
        choosing.current = true;
        try {
          // During the file dialog.
          void preload("check").catch(() => undefined);
          const file = await ipc.chooseFile("payroll");
          // Another may have been dropped meanwhile: this one is opened after it.
          if (file !== null && busy.current) setPendingFile(file);
          else if (file !== null) await open(file);
        } catch (thrown) {
          setError(thrown);
          setAbout(undefined);
        } finally {
          choosing.current = false;
        }
      },
      openSample: () => take({ kind: "sample" }, () => ipc.openSample()),
      payAgain: (payroll, name) =>
        take({ kind: "again", name }, async () => ({
          kind: "draft",
          id: await ipc.createPayroll({ kind: "earlier", payroll }),
        })),
      dismiss: () => setError(null),
      waiting,
      clearWaiting: (file) => setWaiting((before) => (before?.handle === file.handle ? null : before)),
    };
  }, [reading, error, about, take, waiting, preload]);
  return <IntakeContext value={value}>{children}</IntakeContext>;
}
