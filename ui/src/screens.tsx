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

type Loaded = Promise<ComponentType<object>>;
/** What React writes on a promise it has seen settled, and reads before it suspends. */
type Settled = { status: "fulfilled"; value: ComponentType<object> };
const loaded = new Map<Screen["name"], Loaded>();

/** Starts loading a screen; the answer settles when it can be drawn. */
export function preload(name: Screen["name"]): Loaded {
  const known = loaded.get(name);
  if (known) return known;
  const loading: Loaded = loaders[name]().then((module) => {
    const settled: Settled = { status: "fulfilled", value: module.default as ComponentType<object> };
    Object.assign(loading, settled);
    return settled.value;
  });
  loading.catch(() => loaded.delete(name));
  loaded.set(name, loading);
  return loading;
}

export function ScreenView({ screen }: { screen: Screen }) {
  const { name, ...input } = screen;
  const Component = use<ComponentType<object>>(preload(name));
  // A new draft or payroll is a new screen: nothing half typed may go over from one to another.
  // The same name answers the same promise, hence the same component.
  // oxlint-disable-next-line react/static-components
  return <Component key={"id" in screen ? `${name}-${screen.id}` : name} {...input} />;
}
