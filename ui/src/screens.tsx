/** What is loaded when it is first shown: the frame, the screens, and with any of them the words of all screens. */
import type { ComponentType } from "react";
import { loadWords } from "./i18n";
import { type LazyComponent, lazyWithPreload } from "./lib/lazyWithPreload";
import { personId } from "./lib/personId";
import type { Screen } from "./screen";

type Of<Name extends Screen["name"]> = Omit<Extract<Screen, { name: Name }>, "name">;
type Screens = { [Name in Screen["name"]]: LazyComponent<Of<Name>> };

function worded<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): LazyComponent<Props> {
  return lazyWithPreload(async () => {
    const [module] = await Promise.all([load(), loadWords()]);
    return module.default;
  });
}

const screens: Screens = {
  pay: worded(() => import("./features/pay")),
  map: worded(() => import("./features/map")),
  check: worded(() => import("./features/check")),
  columns: worded(() => import("./features/map/Columns")),
  approve: worded(() => import("./features/approve")),
  track: worded(() => import("./features/track")),
  payrolls: worded(() => import("./features/payrolls")),
  topUp: worded(() => import("./features/topUp")),
  people: worded(() => import("./features/people")),
  person: worded(() => import("./features/people/person/Person")),
  audit: worded(() => import("./features/audit")),
  banks: worded(() => import("./features/banks")),
  unresolved: worded(() => import("./features/unresolved")),
  blocked: worded(() => import("./features/blocked")),
  setup: worded(() => import("./features/setup")),
  settings: worded(() => import("./features/settings")),
};

const frame = worded(() => import("./frame/Frame"));
export const Frame = frame.View;

/** Starts loading a screen; settles when it can be drawn. */
export const preload = (name: Screen["name"]): Promise<unknown> => screens[name].preload();

/** Whether a screen can be drawn at once. */
export const isLoaded = (name: Screen["name"]): boolean => screens[name].isLoaded();

/** The first screen of a desk, and the frame around it. */
export const preloadDesk = (): Promise<unknown> => Promise.all([frame.preload(), preload("pay")]);

export function ScreenView({ screen }: { screen: Screen }) {
  const { name, ...input } = screen;
  const View = screens[name].View as ComponentType<object>;
  // A new draft or payroll is a new screen: nothing half typed may go over from one to another.
  return <View key={`${name}-${subjectOf(screen)}`} {...input} />;
}

/** What a screen is about, where there are several to be about. */
function subjectOf(screen: Screen): number | string {
  if (screen.name === "track" && screen.payment !== undefined) return `${screen.id} ${screen.payment}`;
  if ("id" in screen) return screen.id;
  if ("file" in screen) return screen.file.handle;
  return screen.name === "person" ? personId(screen.person) : "";
}
