/** The restore dialog, loaded on first use, with the texts that the first screen does not have. */
import { loadWords } from "../../i18n";
import { lazyWithPreload } from "../../lib/lazyWithPreload";

const dialog = lazyWithPreload(async () => {
  const [module] = await Promise.all([import("./Dialog"), loadWords()]);
  return module.RestoreDialog;
});

export const RestoreDialog = dialog.View;
export const preloadRestore = dialog.preload;
