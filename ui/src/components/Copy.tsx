/** Copies a text, such as a reference needed on the telephone, and confirms it for a moment. */
import { Button, type ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../lib/useCopy";
import classes from "./Copy.module.css";

type Props = Pick<ButtonProps, "size" | "className"> & {
  text: string;
  /** The label; `Copy` by default. */
  label?: string;
  /** The copied thing, for screen readers. */
  name?: string;
  testid?: string;
};

const ICON_PX = 14;

export function Copy({ text, label, name, testid, size = "xs", className }: Props): ReactNode {
  const { t } = useTranslation("provider");
  const { copy, isCopied } = useCopy();
  const word = label ?? t("copy");
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon size={ICON_PX} stroke={1.75} />}
      onClick={() => copy(text)}
      {...(className === undefined ? {} : { className })}
      {...(name === undefined || isCopied ? {} : { "aria-label": name })}
      data-testid={testid}
    >
      <span className={classes.word} aria-live="polite" data-before={word} data-after={t("copied")}>
        {isCopied ? t("copied") : word}
      </span>
    </Button>
  );
}
