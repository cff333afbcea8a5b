/**
 * A component in its own chunk. After `preload` it renders at once, without a fallback: React delays content that
 * replaces a fallback.
 */
import { type ComponentType, use } from "react";

export type LazyComponent<Props extends object> = {
  View: ComponentType<Props>;
  /** Starts loading; resolves when the component can be rendered. */
  preload: () => Promise<ComponentType<Props>>;
  /** Whether it renders synchronously. */
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
      // The fields that `use` reads from a promise: with them the component renders synchronously.
      (value) => {
        loaded = true;
        Object.assign(promise, { status: "fulfilled", value });
      },
      // The next call retries.
      () => (loading = undefined),
    );
    return promise;
  };
  function View(props: Props) {
    const Component = use(preload());
    // The same module returns the same component.
    // oxlint-disable-next-line react/static-components
    return <Component {...props} />;
  }
  return { View, preload, isLoaded: () => loaded };
}
