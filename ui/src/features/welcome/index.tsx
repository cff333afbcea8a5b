/** The first screen: practise, or connect a service. */
import { Button } from "@mantine/core";
import { IconPlug, IconSchool } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, startTransition, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/ErrorPanel";
import { Mark } from "../../components/Mark";
import { useSessionAction } from "../../frame/session";
import { later } from "../../lib/later";
import classes from "./Welcome.module.css";

const connectForm = later(async () => (await import("./ConnectForm")).ConnectForm);
/** Loads what one can go to from here, while one reads. */
export const preloadConnect = connectForm.preload;

export function Welcome() {
  const { t } = useTranslation("welcome");
  const [connecting, setConnecting] = useState(false);
  const { startPractice, busy, error, reset } = useSessionAction();
  if (connecting) {
    return (
      <main className={classes.page}>
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
      <div className={classes.ways}>
        <Way icon={IconSchool} tone="practice" title={t("practice.title")} body={t("practice.body")}>
          <Button size="lg" fullWidth variant="default" onClick={startPractice} loading={busy} data-testid="welcome-practice">
            {t("practice.start")}
          </Button>
        </Way>
        <Way icon={IconPlug} tone="connect" title={t("connect.title")} body={t("connect.body")}>
          <Button size="lg" fullWidth onClick={() => startTransition(() => setConnecting(true))} disabled={busy} data-testid="welcome-connect">
            {t("connect.open")}
          </Button>
        </Way>
      </div>
      {error !== null && <div className={classes.error}><ErrorPanel error={error} onClose={reset} /></div>}
    </main>
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
      <span className={classes.tile} data-way={tone}><Icon size={22} stroke={1.75} /></span>
      <h2 className={classes.wayTitle}>{title}</h2>
      <p className={classes.wayBody}>{body}</p>
      {children}
    </section>
  );
}
