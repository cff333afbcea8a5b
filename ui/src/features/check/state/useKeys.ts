/** Global shortcuts of the Check screen. */
import { useEffect, useRef } from "react";
import { isCommand, isDelete, isTyping } from "../../../lib/keyboard/keys";
import { useMenuUndo } from "../../../lib/keyboard/useMenuCommand";

/** Undo and redo, except in text fields, which have their own. */
export function useShortcuts({ undo, redo }: { undo: (() => void) | undefined; redo: (() => void) | undefined }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event) || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const action = key === "z" && !event.shiftKey ? undo : key === "y" || key === "z" ? redo : undefined;
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      action?.();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [undo, redo]);
  useMenuUndo({ undo, redo });
}

/** Delete in the grid, on a Mac also Backspace, excludes the person, or restores them. */
export function useDeleteKey(box: { readonly current: HTMLElement | null }, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const node = box.current;
    const onKey = (event: KeyboardEvent) => {
      if (isDelete(event.key) && !isTyping(event.target)) latest.current();
    };
    node?.addEventListener("keydown", onKey);
    return () => node?.removeEventListener("keydown", onKey);
  }, [box]);
}
