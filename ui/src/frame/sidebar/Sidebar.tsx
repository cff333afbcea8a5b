/** The sidebar: the screens, the profile, and the wallet lock. */
import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  IconBuildingBank,
  IconClockExclamation,
  IconHelpCircle,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLock,
  IconLockOpen2,
  IconSend,
  IconSettings,
  IconTable,
  IconUsers,
  IconWallet,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Mark } from "../../components/Mark";
import { ariaChord, chord } from "../../lib/keyboard/keys";
import { formatCount } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import type { Screen } from "../../screen";
import { useAppearance } from "../../session/appearance";
import { type TokenLife, useTimeLeft, useTokenLife } from "../../session/token";
import { useSessionAction } from "../../session/useSessionAction";
import { SHORTCUTS } from "./shortcuts";
import classes from "./Sidebar.module.css";

/** The entry of each screen. */
const ENTRY_OF = {
  pay: "pay",
  map: "pay",
  check: "pay",
  columns: "pay",
  approve: "pay",
  track: "payrolls",
  payrolls: "payrolls",
  audit: "payrolls",
  topUp: "topUp",
  people: "people",
  person: "people",
  banks: "banks",
  unresolved: "unresolved",
  blocked: "payrolls",
  setup: "pay",
  settings: "settings",
} as const satisfies Record<Screen["name"], string>;

/** Right after payment, Pay stays marked. */
const entryOf = (screen: Screen) =>
  screen.name === "track" && screen.sent === true ? ENTRY_OF.pay : ENTRY_OF[screen.name];

/** In a narrow window the tables need the sidebar's room. */
const NARROW = "(max-width: 1039px)";
/** Check needs the room for its grid. */
const FOLDED_ON: ReadonlySet<Screen["name"]> = new Set(["check", "map", "columns"]);

export function Sidebar() {
  const { t } = useTranslation("frame");
  const { screen } = useNavigation();
  const { unresolved } = useSession();
  const { appearance, save } = useAppearance();
  const mustFold = useMediaQuery(NARROW) || FOLDED_ON.has(screen.name);
  const folded = appearance.sidebarFolded || mustFold;
  const current = entryOf(screen);
  const items = { folded, current } as const;
  return (
    <nav className={classes.sidebar} data-folded={folded || undefined} aria-label={t("nav")}>
      <div className={classes.head}>
        <Mark size={24} />
        {!folded && <span className={classes.name}>{t("app")}</span>}
        {!folded && (
          <ActionIcon
            size={28}
            aria-label={t("sidebar.fold")}
            onClick={() => void save({ sidebarFolded: true }).catch(() => undefined)}
          >
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <Item to={{ name: "pay" }} icon={IconSend} label={t("sidebar.pay")} {...items} />
      <Item to={{ name: "payrolls" }} icon={IconTable} label={t("sidebar.payrolls")} {...items} />
      <Item to={{ name: "topUp" }} icon={IconWallet} label={t("sidebar.topUp")} {...items} />
      <Item to={{ name: "people" }} icon={IconUsers} label={t("sidebar.people")} {...items} />
      <Item to={{ name: "banks" }} icon={IconBuildingBank} label={t("sidebar.banks")} {...items} />
      <div className={classes.gap} />
      {folded && !mustFold && (
        <Tooltip label={t("sidebar.unfold")} position="right">
          <ActionIcon
            className={classes.unfold}
            size={36}
            aria-label={t("sidebar.unfold")}
            onClick={() => void save({ sidebarFolded: false }).catch(() => undefined)}
          >
            <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {unresolved > 0 && (
        <Item
          to={{ name: "unresolved" }}
          icon={IconHelpCircle}
          label={t("sidebar.unresolved")}
          count={unresolved}
          {...items}
        />
      )}
      <Item to={{ name: "settings" }} icon={IconSettings} label={t("sidebar.settings")} {...items} />
      <Foot folded={folded} />
    </nav>
  );
}

type ItemProps = {
  to: Extract<Screen, { name: "pay" | "payrolls" | "topUp" | "people" | "banks" | "unresolved" | "settings" }>;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  label: string;
  count?: number;
  folded: boolean;
  current: string;
};

function Item({ to, icon: Icon, label, count, folded, current }: ItemProps) {
  const { t } = useTranslation("frame");
  const { go, screen, preload } = useNavigation();
  const here = current === to.name;
  const named = count === undefined ? label : `${label} ${t("sidebar.unresolvedCount", { count })}`;
  const button = (
    <UnstyledButton
      className={classes.item}
      aria-current={here ? "page" : undefined}
      aria-label={folded ? named : undefined}
      aria-keyshortcuts={ariaChord(SHORTCUTS[to.name])}
      onClick={() => screen.name !== to.name && go(to)}
      onPointerEnter={() => void preload(to.name)}
      data-testid={`sidebar-${to.name}`}
    >
      <Icon size={18} stroke={1.75} />
      {!folded && <span className={classes.label}>{label}</span>}
      {count !== undefined && (
        <span className={classes.count} aria-hidden>
          {formatCount(count)}
        </span>
      )}
      {count !== undefined && <span className="visually-hidden">{t("sidebar.unresolvedCount", { count })}</span>}
    </UnstyledButton>
  );
  return folded ? (
    <Tooltip label={`${label} (${chord(SHORTCUTS[to.name])})`} position="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

function Foot({ folded }: { folded: boolean }) {
  const { t } = useTranslation("frame");
  const { mode, unlocked, profileName } = useSession();
  const { lock, unlock, busy } = useSessionAction();
  const practice = mode === "practice";
  const state = practice
    ? t(unlocked ? "session.unlockedPractice" : "session.lockedPractice")
    : t(unlocked ? "session.unlocked" : "session.locked");
  const action = t(unlocked ? "session.lock" : "session.unlock");
  const life = useTokenLife();
  const Icon = unlocked ? IconLockOpen2 : IconLock;
  return (
    <div className={classes.foot}>
      {folded && <TokenStatus life={life} />}
      {!folded && (
        <div className={classes.who}>
          <div className={classes.profile}>{practice ? t("session.practice") : profileName}</div>
          {busy ? (
            <div className={classes.state} data-testid="lock-state">
              {t("session.unlocking")}
            </div>
          ) : (
            <LockState state={state} life={life} />
          )}
        </div>
      )}
      <Tooltip label={action} position={folded ? "right" : "top"}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={action}
          onClick={unlocked ? lock : unlock}
          loading={busy}
          data-testid="lock-button"
          data-unlocked={unlocked || undefined}
        >
          <Icon size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** "Unlocked · 1 h 42 min left"; in its last half hour the token takes the line, with a link to replace it. */
function LockState({ state, life }: { state: string; life: TokenLife }) {
  const { t } = useTranslation("token");
  const { go } = useNavigation();
  const left = useTimeLeft();
  if (life.kind === "unknown" || life.kind === "good") {
    const words = life.kind === "good" ? t("left", { state, time: left(life.minutes) }) : state;
    return (
      <div className={classes.state} data-testid="lock-state">
        {words}
      </div>
    );
  }
  const words = life.kind === "ended" ? t("ended") : t("endsIn", { time: left(life.minutes) });
  return (
    <UnstyledButton
      className={classes.token}
      data-kind={life.kind}
      aria-label={t("open", { state: words })}
      onClick={() => go({ name: "settings", section: "secrets" })}
      data-testid="token-left"
    >
      {words}
    </UnstyledButton>
  );
}

function TokenStatus({ life }: { life: TokenLife }) {
  const { t } = useTranslation("token");
  const { go } = useNavigation();
  const left = useTimeLeft();
  if (life.kind === "unknown" || life.kind === "good") return null;
  const words = life.kind === "ended" ? t("ended") : t("endsIn", { time: left(life.minutes) });
  return (
    <Tooltip label={words} position="right">
      <ActionIcon
        className={classes.tokenSign}
        data-kind={life.kind}
        size={36}
        aria-label={t("open", { state: words })}
        onClick={() => go({ name: "settings", section: "secrets" })}
        data-testid="token-left"
      >
        <IconClockExclamation size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
