/** A search that opens from its icon or with Ctrl+F, on a Mac ⌘F, and closes when it is empty. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { chord, isCommand } from "../../../lib/keyboard/keys";
import { useWords } from "../words";
import classes from "./Filters.module.css";

export function Search({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key.toLowerCase() !== "f") return;
      event.preventDefault();
      setOpen(true);
      input.current?.select();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  if (!open && text === "") {
    return (
      <Tooltip label={`${t("findOpen")} (${chord("F")})`}>
        <ActionIcon size={28} aria-label={t("find")} onClick={() => setOpen(true)} data-testid="check-find">
          <IconSearch size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    );
  }
  const close = () => {
    onText("");
    setOpen(false);
  };
  return (
    <span className={classes.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <input
        ref={input}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && close()}
        onBlur={() => text === "" && setOpen(false)}
        placeholder={t("find")}
        aria-label={t("find")}
        autoFocus
        spellCheck={false}
        data-testid="check-find-text"
      />
      {text !== "" && (
        <button type="button" className={classes.clear} onClick={close} aria-label={t("findClear")}>
          <IconX size={14} stroke={1.75} />
        </button>
      )}
    </span>
  );
}
