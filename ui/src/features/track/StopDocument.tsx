// In the place of the buttons that make a document: one of a long payroll takes some seconds.

import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./Track.module.css";

const LOADER_PX = { sm: 18, xs: 14 } as const;

type Props = {
  /** A small one has room for its words in every window. */
  size?: keyof typeof LOADER_PX;
  onClick: () => void;
};

export function StopDocument({ size = "sm", onClick }: Props): ReactNode {
  const { t } = useTranslation("track");
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Loader size={LOADER_PX[size]} />}
      onClick={onClick}
      aria-label={t("documents.stop")}
      data-testid="track-stop-document"
    >
      <span className={size === "sm" ? classes.documentsName : undefined}>{t("documents.stop")}</span>
    </Button>
  );
}
