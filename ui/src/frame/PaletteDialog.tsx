/** The command palette: every place and every deed that needs no further word, by name. */
import { Modal, TextInput, UnstyledButton } from "@mantine/core";
import {
  IconBuildingBank,
  IconDoorExit,
  IconFileImport,
  IconHelpCircle,
  IconListCheck,
  IconLock,
  IconLockOpen2,
  IconMoon,
  IconSchool,
  IconSend,
  IconSettings,
  IconSun,
  IconTable,
  IconUsers,
  IconWallet,
} from "@tabler/icons-react";
import { type ComponentType, type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../components/Dialog";
import { useNavigation } from "../navigation";
import { useSession } from "../query";
import { useAppearance } from "./appearance";
import { useIntake } from "./intake";
import classes from "./PaletteDialog.module.css";
import { useSessionAction } from "./session";

type Deed = { key: string; label: string; icon: ComponentType<{ size?: number; stroke?: number }>; run: () => void };

function useDeeds(): Deed[] {
  const { t } = useTranslation("frame");
  const { go } = useNavigation();
  const { mode, unlocked, unresolved, blocked } = useSession();
  const { save } = useAppearance();
  const intake = useIntake();
  const session = useSessionAction();
  const scheme = (wanted: "light" | "dark") => () => void save({ scheme: wanted }).catch(() => undefined);
  return [
    { key: "pay", label: t("sidebar.pay"), icon: IconSend, run: () => go({ name: "pay" }) },
    { key: "choose", label: t("palette.choose"), icon: IconFileImport, run: () => void intake.choose() },
    ...(mode === "practice"
      ? [{ key: "sample", label: t("palette.sample"), icon: IconSchool, run: () => void intake.openSample() }]
      : []),
    { key: "payrolls", label: t("sidebar.payrolls"), icon: IconTable, run: () => go({ name: "payrolls" }) },
    { key: "topUp", label: t("sidebar.topUp"), icon: IconWallet, run: () => go({ name: "topUp" }) },
    { key: "people", label: t("sidebar.people"), icon: IconUsers, run: () => go({ name: "people" }) },
    { key: "banks", label: t("sidebar.banks"), icon: IconBuildingBank, run: () => go({ name: "banks" }) },
    ...(unresolved > 0
      ? [
          {
            key: "unresolved",
            label: t("sidebar.unresolved"),
            icon: IconHelpCircle,
            run: () => go({ name: "unresolved" }),
          },
        ]
      : []),
    ...(blocked === null
      ? []
      : [{ key: "blocked", label: t("palette.goThrough"), icon: IconListCheck, run: () => go({ name: "blocked" }) }]),
    { key: "settings", label: t("sidebar.settings"), icon: IconSettings, run: () => go({ name: "settings" }) },
    unlocked
      ? { key: "lock", label: t("session.lock"), icon: IconLock, run: session.lock }
      : { key: "unlock", label: t("session.unlock"), icon: IconLockOpen2, run: session.unlock },
    { key: "light", label: t("palette.light"), icon: IconSun, run: scheme("light") },
    { key: "dark", label: t("palette.dark"), icon: IconMoon, run: scheme("dark") },
    ...(mode === "practice"
      ? [{ key: "leave", label: t("practice.leave"), icon: IconDoorExit, run: session.leavePractice }]
      : []),
  ];
}

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
  const found = useDeeds().filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (deed: Deed | undefined) => {
    if (!deed) return;
    onClose();
    deed.run();
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
        {found.map((deed) => (
          <UnstyledButton
            key={deed.key}
            id={`${list}-${deed.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={deed === chosen}
            className={classes.deed}
            onClick={() => run(deed)}
          >
            <deed.icon size={18} stroke={1.75} />
            {deed.label}
          </UnstyledButton>
        ))}
        {found.length === 0 && <p className={classes.none}>{t("palette.none")}</p>}
      </div>
      <p className={classes.hint}>{t("palette.hint")}</p>
    </>
  );
}
