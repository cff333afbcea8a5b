/** The restore dialog, loaded when it is first asked for: also where no words but those of the first screen are there yet. */
import { loadWords } from "../../i18n";
import { lazyWithPreload } from "../../lib/lazyWithPreload";

const dialog = lazyWithPreload(async () => {
  const [module] = await Promise.all([import("./Dialog"), loadWords()]);
  return module.RestoreDialog;
});

export const RestoreDialog = dialog.View;
export const preloadRestore = dialog.preload;
