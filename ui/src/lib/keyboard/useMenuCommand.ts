/** Commands of the menu bar, which only macOS has. */
import { useEffect, useEffectEvent } from "react";
import { type MenuCommand, onMenuCommand } from "../../ipc";
import { isDialogOpen, isTyping } from "./keys";

export function useMenuCommand(run: (command: MenuCommand) => void): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => onMenuCommand((command) => onCommand(command)), []);
}

/**
 * Undo and redo outside of text fields. Every window hears the menu, so only the one that has the focus acts; none does
 * while a file dialog has it, and none behind a dialog of the page.
 */
export function useMenuUndo({ undo, redo }: { undo: (() => void) | undefined; redo: (() => void) | undefined }): void {
  useMenuCommand((command) => {
    if (!document.hasFocus() || isDialogOpen() || isTyping(document.activeElement)) return;
    if (command === "undo") undo?.();
    else if (command === "redo") redo?.();
  });
}

/** Undo and redo in text fields, by the web view's own history of what was typed. */
export function useFieldUndo(): void {
  useMenuCommand((command) => {
    if (command !== "undo" && command !== "redo") return;
    if (document.hasFocus() && isTyping(document.activeElement)) document.execCommand(command);
  });
}
