/** The command palette: every screen and every action without further input, by name, and payments of all payrolls. */
import { Modal, TextInput, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../components/Dialog";
import classes from "./PaletteDialog.module.css";
import { type PaletteAction, usePaletteActions } from "./usePaletteActions";
import { usePaletteSearch } from "./usePaletteSearch";

export default function PaletteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("frame");
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={520}
      yOffset="12vh"
      centered={false}
      styles={{ body: { padding: 0 } }}
    >
      <Modal.Title className="visually-hidden">{t("palette.title")}</Modal.Title>
      <Choice onClose={onClose} />
    </Dialog>
  );
}

function Choice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("frame");
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const actions = usePaletteActions().filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const search = usePaletteSearch(text);
  const found = [...actions, ...search.payments];
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (action: PaletteAction | undefined) => {
    if (!action) return;
    onClose();
    action.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((before) => (Math.min(before, found.length - 1) + step + found.length) % found.length);
    }
    if (event.key === "Enter") run(chosen);
  };
  return (
    <>
      <TextInput
        className={classes.input}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
        placeholder={t("palette.placeholder")}
        aria-label={t("palette.title")}
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${chosen.key}`}
        role="combobox"
        aria-expanded
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        data-testid="palette-input"
      />
      <div id={list} role="listbox" aria-label={t("palette.title")} className={classes.list}>
        {found.map((action) => (
          <Option
            key={action.key}
            id={`${list}-${action.key}`}
            action={action}
            isChosen={action === chosen}
            onRun={() => run(action)}
          />
        ))}
      </div>
      <Status status={search.status} isEmpty={found.length === 0} />
      <p className={classes.hint}>{t("palette.hint")}</p>
    </>
  );
}

type OptionProps = { id: string; action: PaletteAction; isChosen: boolean; onRun: () => void };

function Option({ id, action, isChosen, onRun }: OptionProps) {
  const { payment } = action;
  return (
    <UnstyledButton
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      ref={(element) => {
        // jsdom has no layout.
        if (isChosen) element?.scrollIntoView?.({ block: "nearest" });
      }}
      className={classes.action}
      data-payment={payment === undefined ? undefined : true}
      onClick={onRun}
    >
      <action.icon size={18} stroke={1.75} />
      {payment === undefined ? (
        action.label
      ) : (
        <>
          <span className={classes.payment}>
            {action.label}
            <span>{payment.where}</span>
          </span>
          <span className={classes.amount}>
            {payment.amount}
            <span>{payment.state}</span>
          </span>
        </>
      )}
    </UnstyledButton>
  );
}

/** Messages instead of results: searching, failed, or nothing found. */
function Status({ status, isEmpty }: { status: "idle" | "searching" | "failed"; isEmpty: boolean }) {
  const { t } = useTranslation("frame");
  const text =
    status === "searching"
      ? t("palette.searching")
      : status === "failed"
        ? t("palette.searchFailed")
        : isEmpty
          ? t("palette.none")
          : null;
  if (text === null) return null;
  return (
    <p className={classes.none} role="status">
      {text}
    </p>
  );
}
