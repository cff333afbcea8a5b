/** Copies an account or a reference, for places with room for an icon only. */
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useCopy } from "../lib/useCopy";

type Props = {
  text: string;
  /** The copied thing, for screen readers. */
  label: string;
  testid: string;
  tabIndex?: 0 | -1;
  /** Width and height, px. */
  size?: number;
  className?: string | undefined;
};

export function CopyIcon({ text, label, testid, tabIndex = 0, size = 28, className }: Props): ReactNode {
  const { t } = useTranslation("provider");
  const { copy, isCopied } = useCopy();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <ActionIcon
      size={size}
      tabIndex={tabIndex}
      className={className}
      aria-label={isCopied ? t("copied") : label}
      title={isCopied ? t("copied") : label}
      onClick={(event) => {
        // The icon is in a line that opens on click.
        event.stopPropagation();
        copy(text);
      }}
      data-testid={testid}
    >
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  );
}
