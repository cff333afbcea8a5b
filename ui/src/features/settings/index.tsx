/** Settings: a page per section; each field is saved on blur, with a confirmation. */
import { UnstyledButton } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Page, SkeletonRows } from "../../components";
import type { SettingsView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { useSettings } from "../../query";
import { About } from "./About";
import { AppearanceSection } from "./AppearanceSection";
import { BackupsSection } from "./backups/BackupsSection";
import { CallbacksSection } from "./callbacks/CallbacksSection";
import { ConnectionSection } from "./connection/ConnectionSection";
import { FaultContext } from "./fields/faults";
import { JournalSection } from "./JournalSection";
import { LayoutsSection } from "./layouts/LayoutsSection";
import { NotificationsSection } from "./NotificationsSection";
import { ProfileSection } from "./profile/ProfileSection";
import { SecretsSection } from "./secrets/SecretsSection";
import classes from "./Settings.module.css";
import { SpellingsSection } from "./SpellingsSection";

const SECTIONS = [
  "profile",
  "connection",
  "callbacks",
  "secrets",
  "backups",
  "layouts",
  "spellings",
  "journal",
  "notifications",
  "appearance",
  "about",
] as const;
type Section = (typeof SECTIONS)[number];
/** In practice mode the service is local, and no data needs a backup. */
const LIVE_ONLY: ReadonlySet<Section> = new Set<Section>(["connection", "callbacks", "backups"]);

export default function SettingsScreen({ section }: { section?: string }) {
  const { t } = useTranslation("settings");
  const settings = useSettings();
  return (
    <Page title={t("title")} actions={<span className={classes.note}>{t("note")}</span>} fill testid="settings">
      {settings.error !== null && (
        <div className={classes.failure}>
          <ErrorPanel error={settings.error} onRetry={() => void settings.refetch()} />
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

const NONE_REFUSED: ReadonlySet<Section> = new Set();

function Sections({ settings, first }: { settings: SettingsView; first: Section }) {
  const { t } = useTranslation("settings");
  const { screen } = useNavigation();
  // New for each navigation, so that a link can open a section again.
  const target = useMemo(() => ({ of: screen, section: first }), [screen, first]);
  const [chosen, setChosen] = useState(target);
  const sections: readonly Section[] =
    settings.mode === "practice" ? SECTIONS.filter((name) => !LIVE_ONLY.has(name)) : SECTIONS;
  const asked = (chosen.of === screen ? chosen : target).section;
  const current = sections.includes(asked) ? asked : "profile";
  const show = (section: Section) => setChosen({ of: screen, section });
  const [refused, setRefused] = useState<ReadonlySet<Section>>(NONE_REFUSED);
  const page: Record<Section, ReactNode> = {
    profile: <ProfileSection settings={settings} />,
    connection: <ConnectionSection settings={settings} />,
    callbacks: <CallbacksSection settings={settings} />,
    secrets: <SecretsSection settings={settings} />,
    backups: <BackupsSection onShowSecrets={() => show("secrets")} />,
    layouts: <LayoutsSection />,
    spellings: <SpellingsSection />,
    journal: <JournalSection />,
    notifications: <NotificationsSection settings={settings} />,
    appearance: <AppearanceSection />,
    about: <About settings={settings} />,
  };
  return (
    <div className={classes.columns}>
      <nav className={classes.nav} aria-label={t("sections")}>
        {sections.map((name) => (
          <UnstyledButton
            key={name}
            className={classes.entry}
            aria-current={current === name ? "page" : undefined}
            onClick={() => show(name)}
            data-testid={`settings-nav-${name}`}
          >
            {t(`section.${name}`)}
            {refused.has(name) && (
              <IconAlertCircle size={16} stroke={1.75} role="img" aria-label={t("sectionRefused")} />
            )}
          </UnstyledButton>
        ))}
      </nav>
      {/* All pages stay mounted: errors in a field are still there on return. */}
      {sections.map((name) => (
        <div key={name} className={classes.scrolled} hidden={name !== current} data-testid={`settings-page-${name}`}>
          <Faults section={name} onRefused={setRefused}>
            <div className={classes.sections}>{page[name]}</div>
          </Faults>
        </div>
      ))}
    </div>
  );
}

type FaultsProps = {
  section: Section;
  onRefused: (change: (refused: ReadonlySet<Section>) => ReadonlySet<Section>) => void;
  children: ReactNode;
};

/** Collects the invalid fields of a page, which marks the page. */
function Faults({ section, onRefused, children }: FaultsProps): ReactNode {
  const [fields] = useState(() => new Set<string>());
  const report = useCallback(
    (field: string, isRefused: boolean) => {
      if (isRefused) fields.add(field);
      else fields.delete(field);
      const has = fields.size > 0;
      onRefused((refused) => {
        if (refused.has(section) === has) return refused;
        const next = new Set(refused);
        if (has) next.add(section);
        else next.delete(section);
        return next;
      });
    },
    [fields, section, onRefused],
  );
  return <FaultContext value={report}>{children}</FaultContext>;
}
