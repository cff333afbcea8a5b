/** The screens, each loaded when it is first shown; the first one loads the texts of all. */
import type { ComponentType } from "react";
import { loadWords } from "./i18n";
import { type LazyComponent, lazyWithPreload } from "./lib/lazyWithPreload";
import { personId } from "./lib/personId";
import type { ScreenLoader } from "./navigation";
import type { Screen } from "./screen";

type ScreenProps<Name extends Screen["name"]> = Omit<Extract<Screen, { name: Name }>, "name">;
type Screens = { [Name in Screen["name"]]: LazyComponent<ScreenProps<Name>> };

export function lazyWithTexts<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  return lazyWithPreload(async () => {
    const [module] = await Promise.all([load(), loadWords()]);
    return module.default;
  });
}

const screens: Screens = {
  pay: lazyWithTexts(() => import("./features/pay")),
  map: lazyWithTexts(() => import("./features/map")),
  check: lazyWithTexts(() => import("./features/check")),
  columns: lazyWithTexts(() => import("./features/map/Columns")),
  approve: lazyWithTexts(() => import("./features/approve")),
  track: lazyWithTexts(() => import("./features/track")),
  payrolls: lazyWithTexts(() => import("./features/payrolls")),
  topUp: lazyWithTexts(() => import("./features/topUp")),
  people: lazyWithTexts(() => import("./features/people")),
  person: lazyWithTexts(() => import("./features/people/person/Person")),
  audit: lazyWithTexts(() => import("./features/audit")),
  banks: lazyWithTexts(() => import("./features/banks")),
  unresolved: lazyWithTexts(() => import("./features/unresolved")),
  blocked: lazyWithTexts(() => import("./features/blocked")),
  setup: lazyWithTexts(() => import("./features/setup")),
  settings: lazyWithTexts(() => import("./features/settings")),
};

/** Starts loading a screen; resolves when it can be rendered. */
export const preload: ScreenLoader["preload"] = (name) => screens[name].preload();

export const screenLoader: ScreenLoader = { preload, isLoaded: (name) => screens[name].isLoaded() };

export function ScreenView({ screen }: { screen: Screen }) {
  const { name, ...input } = screen;
  const View = screens[name].View as ComponentType<object>;
  // A new draft or payroll is a new screen: half-typed text must not move from one to another.
  return <View key={`${name}-${screenKey(screen)}`} {...input} />;
}

/** The key of a screen's subject, for screens with several. */
function screenKey(screen: Screen): number | string {
  if (screen.name === "track" && screen.payment !== undefined) return `${screen.id} ${screen.payment}`;
  if ("id" in screen) return screen.id;
  if ("file" in screen) return screen.file.handle;
  return screen.name === "person" ? personId(screen.person) : "";
}
