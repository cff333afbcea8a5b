/** Settings: each field is saved when one leaves it, and says so. */
import { UnstyledButton } from "@mantine/core";
import { type UIEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Page, SkeletonRows } from "../../components";
import type { SettingsView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { useSettings } from "../../query";
import { About } from "./About";
import { AppearanceSection } from "./AppearanceSection";
import { BackupsSection } from "./BackupsSection";
import { ConnectionSection } from "./ConnectionSection";
import { LayoutsSection } from "./LayoutsSection";
import { ProfileSection } from "./ProfileSection";
import { SecretsSection } from "./SecretsSection";
import classes from "./Settings.module.css";

const SECTIONS = ["profile", "connection", "secrets", "backups", "layouts", "appearance", "about"] as const;
type Section = (typeof SECTIONS)[number];

export default function SettingsScreen({ section }: { section?: string }) {
  const { t } = useTranslation("settings");
  const settings = useSettings();
  return (
    <Page title={t("title")} actions={<span className={classes.note}>{t("note")}</span>} fill testid="settings">
      {settings.error !== null && (
        <div className={classes.failure}>
          <ErrorPanel error={settings.error} />
        </div>
      )}
      {settings.isPending && (
        <div className={classes.failure}>
          <SkeletonRows rows={6} columns={2} height={56} />
        </div>
      )}
      {settings.data && (
        <Sections settings={settings.data} first={SECTIONS.find((name) => name === section) ?? "profile"} />
      )}
    </Page>
  );
}

/** How far below the top of the scrolled part a heading still counts as the one being read. */
const READ_PX = 120;
const END_PX = 2;

function Sections({ settings, first }: { settings: SettingsView; first: Section }) {
  const { t } = useTranslation("settings");
  const { screen } = useNavigation();
  // Another one with each way here: one who is here already can be led to a section once more.
  const wanted = useMemo(() => ({ of: screen, section: first }), [screen, first]);
  const [marked, setMarked] = useState(wanted);
  const current = (marked.of === screen ? marked : wanted).section;
  const mark = (section: Section) => setMarked({ of: screen, section });
  // Practice reaches its service over this computer alone, and nothing of it is worth a backup.
  const sections =
    settings.mode === "practice" ? SECTIONS.filter((name) => name !== "connection" && name !== "backups") : SECTIONS;
  const scrolled = useRef<HTMLDivElement>(null);
  // A section that was chosen stays marked until one scrolls by hand, also where the end comes before its top.
  const chosen = useRef(false);
  const find = (name: Section) => scrolled.current?.querySelector(`[data-section="${name}"]`) ?? null;
  useEffect(() => {
    const { section } = wanted;
    if (section === "profile") return;
    scrolled.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: "start" });
    chosen.current = true;
  }, [wanted, scrolled]);
  useEffect(() => {
    const element = scrolled.current;
    if (!element) return;
    const byHand = () => {
      chosen.current = false;
    };
    const stop = new AbortController();
    for (const kind of ["wheel", "pointerdown", "keydown"])
      element.addEventListener(kind, byHand, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [scrolled]);
  const show = (name: Section) => {
    chosen.current = true;
    find(name)?.scrollIntoView({ block: "start" });
    mark(name);
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    if (chosen.current) return;
    const { top } = currentTarget.getBoundingClientRect();
    const atEnd = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < END_PX;
    const passed = sections.filter((name) => (find(name)?.getBoundingClientRect().top ?? Infinity) - top < READ_PX);
    const read = atEnd ? sections.at(-1) : passed.at(-1);
    if (read) mark(read);
  };
  return (
    <div className={classes.columns}>
      <nav className={classes.nav} aria-label={t("sections")}>
        {sections.map((name) => (
          <UnstyledButton
            key={name}
            className={classes.entry}
            aria-current={current === name || undefined}
            onClick={() => show(name)}
            data-testid={`settings-nav-${name}`}
          >
            {t(`section.${name}`)}
          </UnstyledButton>
        ))}
      </nav>
      <div className={classes.scrolled} ref={scrolled} onScroll={onScroll}>
        <div className={classes.sections}>
          <ProfileSection settings={settings} />
          {settings.mode !== "practice" && <ConnectionSection settings={settings} />}
          <SecretsSection settings={settings} />
          {settings.mode !== "practice" && <BackupsSection onShowSecrets={() => show("secrets")} />}
          <LayoutsSection />
          <AppearanceSection />
          <About settings={settings} />
        </div>
      </div>
    </div>
  );
}
