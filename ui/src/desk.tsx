/** The frame around the screens, loaded when a profile is open. */
import { preload, lazyWithTexts } from "./screens";

const frame = lazyWithTexts(() => import("./frame/Frame"));
export const Frame = frame.View;

/** The first screen after opening a profile, and the frame around it. */
export const preloadDesk = (): Promise<unknown> => Promise.all([frame.preload(), preload("pay")]);
