// Export of a payroll's journal for accounting: a button, and the dialog with the options.

import { Button } from "@mantine/core";
import { IconNotebook } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog } from "../../components";
import { JournalDialog } from "./JournalDialog";

const DIALOG_PX = 560;

export function JournalExport({ id }: { id: number }): ReactNode {
  const { t } = useTranslation("journal");
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconNotebook size={18} stroke={1.75} />}
        onClick={() => setOpened(true)}
        aria-label={t("button")}
        title={t("button")}
        data-testid="journal-open"
      >
        <span data-name>{t("button")}</span>
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t("title")} size={DIALOG_PX}>
        <JournalDialog id={id} onClose={() => setOpened(false)} />
      </Dialog>
    </>
  );
}
