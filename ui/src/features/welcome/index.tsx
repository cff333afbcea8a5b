/** The first screen: practice, or connecting a service. */
import { ActionIcon, Button } from "@mantine/core";
import { IconFileSpreadsheet, IconPlug, IconSchool, IconX } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, startTransition, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/ErrorPanel";
import { Mark } from "../../components/Mark";
import { DropOverlay } from "../../session/DropOverlay";
import { clearPendingFile, setPendingFile, usePendingFile } from "../../session/pendingFile";
import { useSessionAction } from "../../session/useSessionAction";
import { lazyWithPreload } from "../../lib/lazyWithPreload";
import { RestoreDialog } from "../restore";
import classes from "./Welcome.module.css";

const connectForm = lazyWithPreload(async () => (await import("./ConnectForm")).ConnectForm);
/** Preloads the next screens. */
export const preloadConnect = connectForm.preload;

export function Welcome() {
  const { t } = useTranslation("welcome");
  return (
    <>
      <Ways />
      <DropOverlay title={t("dropped.over")} several={t("dropped.several")} onFile={setPendingFile} />
    </>
  );
}

function Ways() {
  const { t } = useTranslation("welcome");
  const [connecting, setConnecting] = useState(false);
  const { startPractice, busy, error, reset } = useSessionAction();
  if (connecting) {
    return (
      <main className={classes.page}>
        <Dropped />
        <connectForm.View onBack={() => setConnecting(false)} />
      </main>
    );
  }
  return (
    <main className={classes.page} data-testid="welcome">
      <header className={classes.head}>
        <Mark size={72} />
        <h1 className={classes.title}>{t("title")}</h1>
        <p className={classes.promise}>{t("promise")}</p>
      </header>
      <Dropped />
      <div className={classes.ways}>
        <Way icon={IconSchool} tone="practice" title={t("practice.title")} body={t("practice.body")}>
          <Button size="lg" fullWidth onClick={startPractice} loading={busy} data-testid="welcome-practice">
            {t("practice.start")}
          </Button>
        </Way>
        <Way icon={IconPlug} tone="connect" title={t("connect.title")} body={t("connect.body")}>
          <Button
            size="lg"
            fullWidth
            variant="default"
            onClick={() => startTransition(() => setConnecting(true))}
            disabled={busy}
            data-testid="welcome-connect"
          >
            {t("connect.open")}
          </Button>
        </Way>
      </div>
      <Restore disabled={busy} />
      {error !== null && (
        <div className={classes.error}>
          <ErrorPanel error={error} onClose={reset} />
        </div>
      )}
    </main>
  );
}

/** For users who have a backup, and need not connect again. */
function Restore({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("welcome");
  const [isRestoring, setRestoring] = useState(false);
  return (
    <p className={classes.restore}>
      {t("restore.text")}
      <Button
        size="xs"
        variant="subtle"
        onClick={() => setRestoring(true)}
        disabled={disabled}
        data-testid="welcome-restore"
      >
        {t("restore.open")}
      </Button>
      {isRestoring && (
        <Suspense>
          <RestoreDialog onClose={() => setRestoring(false)} />
        </Suspense>
      )}
    </p>
  );
}

/** No profile is open: a dropped file waits for the choice below. */
function Dropped() {
  const { t } = useTranslation("welcome");
  const file = usePendingFile();
  if (file === null) return null;
  return (
    <div className={classes.dropped} role="status" data-testid="welcome-dropped">
      <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden />
      <p>
        <b>{t("dropped.title", { file: file.name })}</b> {t("dropped.body")}
      </p>
      <ActionIcon size={28} aria-label={t("dropped.forget")} onClick={clearPendingFile}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

type WayProps = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  tone: "practice" | "connect";
  title: string;
  body: string;
  children: ReactNode;
};

function Way({ icon: Icon, tone, title, body, children }: WayProps) {
  return (
    <section className={classes.way}>
      <span className={classes.tile} data-way={tone}>
        <Icon size={22} stroke={1.75} />
      </span>
      <h2 className={classes.wayTitle}>{title}</h2>
      <p className={classes.wayBody}>{body}</p>
      {children}
    </section>
  );
}
