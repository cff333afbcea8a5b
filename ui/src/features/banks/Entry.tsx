// A name with its code, which can be copied.

import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useCopy } from "../../lib/useCopy";
import classes from "./Banks.module.css";

type Props = { code: string; name: string; isChosen?: boolean; children?: ReactNode };

export function Entry({ code, name, isChosen = false, children }: Props): ReactNode {
  const { t } = useTranslation("banks");
  const { copy, isCopied } = useCopy();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <li className={classes.entry} data-chosen={isChosen || undefined}>
      <span className={classes.name}>{name}</span>
      <span className={classes.code}>{code}</span>
      <ActionIcon
        className={classes.copy}
        size={28}
        aria-label={isCopied ? t("copied") : t("copy", { name })}
        onClick={() => copy(code)}
        data-testid={`banks-copy-${code}`}
      >
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
      {children}
    </li>
  );
}
