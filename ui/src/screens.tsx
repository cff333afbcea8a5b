/** The screens, each loaded when it is first shown, and with any of them the words of all screens. */
import type { ComponentType } from "react";
import { loadWords } from "./i18n";
import { type LazyComponent, lazyWithPreload } from "./lib/lazyWithPreload";
import { personId } from "./lib/personId";
import type { ScreenLoader } from "./navigation";
import type { Screen } from "./screen";

type Of<Name extends Screen["name"]> = Omit<Extract<Screen, { name: Name }>, "name">;
type Screens = { [Name in Screen["name"]]: LazyComponent<Of<Name>> };

export function worded<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
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

/** Starts loading a screen; settles when it can be drawn. */
export const preload: ScreenLoader["preload"] = (name) => screens[name].preload();

export const screenLoader: ScreenLoader = { preload, isLoaded: (name) => screens[name].isLoaded() };

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
