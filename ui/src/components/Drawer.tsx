/** A drawer at the window's right: the screen that opened it stays visible. */
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer as MantineDrawer, type DrawerProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { HEAD_ATTRIBUTES } from "./Dialog";

export function Drawer(props: Omit<DrawerProps, "position">) {
  const { t } = useTranslation("frame");
  const names = { closeButtonProps: { "aria-label": t("close") }, attributes: HEAD_ATTRIBUTES };
  return <MantineDrawer position="right" padding="lg" {...names} {...props} />;
}
