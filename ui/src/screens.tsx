/**
 * The screens, each loaded when it is first shown. A screen that was awaited before (`preload`) draws at once, without
 * a fallback in between.
 */
import { type ComponentType, use } from "react";
import type { Screen } from "./navigation";

type Of<Name extends Screen["name"]> = Omit<Extract<Screen, { name: Name }>, "name">;
type Loaders = { [Name in Screen["name"]]: () => Promise<{ default: ComponentType<Of<Name>> }> };

const loaders: Loaders = {
  pay: () => import("./features/pay"),
  check: () => import("./features/check"),
  approve: () => import("./features/approve"),
  track: () => import("./features/track"),
  payrolls: () => import("./features/payrolls"),
  unresolved: () => import("./features/unresolved"),
  settings: () => import("./features/settings"),
};

type Loading = Promise<ComponentType<object>>;
const loading = new Map<Screen["name"], Loading>();
const loaded = new Map<Screen["name"], ComponentType<object>>();

/** Starts loading a screen; the answer settles when it can be drawn. */
export function preload(name: Screen["name"]): Loading {
  const known = loading.get(name);
  if (known) return known;
  const begun: Loading = loaders[name]().then((module) => {
    const component = module.default as ComponentType<object>;
    loaded.set(name, component);
    return component;
  });
  begun.catch(() => loading.delete(name));
  loading.set(name, begun);
  return begun;
}

export function ScreenView({ screen }: { screen: Screen }) {
  const { name, ...input } = screen;
  // A screen that is there already is drawn at once; `use` would wait a turn for it.
  const Component = loaded.get(name) ?? use(preload(name));
  // A new draft or payroll is a new screen: nothing half typed may go over from one to another.
  // The same name answers the same component.
  // oxlint-disable-next-line react/static-components
  return <Component key={"id" in screen ? `${name}-${screen.id}` : name} {...input} />;
}
