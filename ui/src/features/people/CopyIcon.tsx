// Copies an account or a reference from where there is room for an icon only.

import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useCopy } from "../../lib/useCopy";

type Props = { text: string; label: string; testid: string; tabIndex?: 0 | -1 };

export function CopyIcon({ text, label, testid, tabIndex = 0 }: Props): ReactNode {
  const { t } = useTranslation("people");
  const { copy, isCopied } = useCopy();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <ActionIcon
      size={28}
      tabIndex={tabIndex}
      aria-label={isCopied ? t("person.copied") : label}
      onClick={(event) => {
        // The line that it is in opens something.
        event.stopPropagation();
        copy(text);
      }}
      data-testid={testid}
    >
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  );
}
