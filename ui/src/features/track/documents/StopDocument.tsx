// Replaces the document buttons: a document of a long payroll takes some seconds.

import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const LOADER_PX = { sm: 18, xs: 14 } as const;

type Props = {
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
      title={t("documents.stop")}
      data-testid="track-stop-document"
    >
      <span data-name>{t("documents.stop")}</span>
    </Button>
  );
}
