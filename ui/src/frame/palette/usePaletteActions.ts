/** The palette's actions: every screen, and every action without further input. */
import {
  IconBuildingBank,
  IconDoorExit,
  IconFileImport,
  IconHelpCircle,
  IconHistory,
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
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import { useAppearance } from "../../session/appearance";
import { useIntake } from "../../session/intake";
import { useSessionAction } from "../../session/useSessionAction";

export type PaletteAction = {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Further data of a payment: payroll and account, amount, and state. */
  payment?: { where: string; amount: string; state: string };
  run: () => void;
};

export function usePaletteActions(): PaletteAction[] {
  const { t } = useTranslation("frame");
  const { go } = useNavigation();
  const { mode, unlocked, unresolved, blocked } = useSession();
  const { save } = useAppearance();
  const intake = useIntake();
  const session = useSessionAction();
  const scheme = (value: "light" | "dark") => () => void save({ scheme: value }).catch(() => undefined);
  return [
    { key: "pay", label: t("sidebar.pay"), icon: IconSend, run: () => go({ name: "pay" }) },
    { key: "choose", label: t("palette.choose"), icon: IconFileImport, run: () => void intake.choose() },
    ...(mode === "practice"
      ? [{ key: "sample", label: t("palette.sample"), icon: IconSchool, run: () => void intake.openSample() }]
      : []),
    { key: "payrolls", label: t("sidebar.payrolls"), icon: IconTable, run: () => go({ name: "payrolls" }) },
    { key: "audit", label: t("palette.audit"), icon: IconHistory, run: () => go({ name: "audit" }) },
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
