/** A drawer of ours at the window's right: what it was opened from stays in sight. */
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer as MantineDrawer, type DrawerProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function Drawer(props: Omit<DrawerProps, "position">) {
  const { t } = useTranslation("frame");
  return <MantineDrawer position="right" padding="lg" closeButtonProps={{ "aria-label": t("close") }} {...props} />;
}
