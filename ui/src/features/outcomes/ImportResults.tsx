// The button that reads results from a file, and the dialog with what they would change.

import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { OutcomesDialog } from "./OutcomesDialog";
import { useOutcomes } from "./useOutcomes";

export function ImportResults(): ReactNode {
  const { t } = useTranslation("outcomes");
  const outcomes = useOutcomes();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} stroke={1.75} />}
        onClick={() => void outcomes.choose()}
        data-testid="outcomes-import"
      >
        {t("import")}
      </Button>
      {outcomes.isOpen ? <OutcomesDialog outcomes={outcomes} /> : null}
    </>
  );
}
