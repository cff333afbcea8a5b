/**
 * A component in a chunk of its own. One that was awaited before (`preload`) is drawn at once, without a fallback in
 * between: content that replaces a fallback is held back for a while.
 */
import { type ComponentType, use } from "react";

export type LazyComponent<Props extends object> = {
  View: ComponentType<Props>;
  /** Starts loading; settles when the component can be drawn. */
  preload: () => Promise<ComponentType<Props>>;
  /** Whether it is drawn in the turn it is asked for. */
  isLoaded: () => boolean;
};

export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded = false;
  const preload = () => {
    if (loading) return loading;
    const promise = load();
    loading = promise;
    promise.then(
      // What `use` looks for on a promise: with it the component is there in this turn, not in the next one.
      (value) => {
        loaded = true;
        Object.assign(promise, { status: "fulfilled", value });
      },
      // The next one to ask tries again.
      () => (loading = undefined),
    );
    return promise;
  };
  function View(props: Props) {
    const Component = use(preload());
    // The same part answers the same component.
    // oxlint-disable-next-line react/static-components
    return <Component {...props} />;
  }
  return { View, preload, isLoaded: () => loaded };
}
