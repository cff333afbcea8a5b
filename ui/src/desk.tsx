/** The frame around the screens of a desk, loaded when there is one. */
import { preload, lazyWithTexts } from "./screens";

const frame = lazyWithTexts(() => import("./frame/Frame"));
export const Frame = frame.View;

/** The first screen of a desk, and the frame around it. */
export const preloadDesk = (): Promise<unknown> => Promise.all([frame.preload(), preload("pay")]);
