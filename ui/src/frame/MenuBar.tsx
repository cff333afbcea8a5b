/** The commands of the menu bar that lead to a screen, or open a file. */
import { useMenuCommand } from "../lib/keyboard/useMenuCommand";
import { isDialogOpen } from "../lib/keyboard/keys";
import { useNavigation } from "../navigation";
import { useIntake } from "../session/intake";
import { saveTyped } from "./sidebar/shortcuts";

export function MenuBar() {
  const { go, screen } = useNavigation();
  const { choose } = useIntake();
  useMenuCommand((command) => {
    if (command === "undo" || command === "redo" || isDialogOpen()) return;
    saveTyped();
    if (command === "open_file") void choose();
    else if (command === "about") go({ name: "settings", section: "about" });
    else if (screen.name !== "settings") go({ name: "settings" });
  });
  return null;
}
