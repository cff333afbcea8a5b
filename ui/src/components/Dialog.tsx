/** Mantine's dialog, with the style sheets it needs. */
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Modal, type ModalProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The header of a dialog is not a second banner landmark. */
export const HEAD_ATTRIBUTES = { header: { role: "presentation" } };

export function Dialog(props: ModalProps) {
  const { t } = useTranslation("frame");
  return <Modal closeButtonProps={{ "aria-label": t("close") }} attributes={HEAD_ATTRIBUTES} {...props} />;
}
