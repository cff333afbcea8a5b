// What is recorded about a batch with payments in question, as a page for the provider.

import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Documents } from "./useDocuments";

type Props = {
  payroll: number;
  /** Its number; every batch with payments in question if there is none. */
  batch?: number;
  documents: Documents;
};

export function CaseFileButton({ payroll, batch, documents }: Props): ReactNode {
  const { t } = useTranslation("provider");
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileText size={14} stroke={1.75} />}
      disabled={documents.isBusy}
      title={t("case.hint")}
      onClick={() => void documents.save({ payroll, kind: "case_file", ...(batch === undefined ? {} : { batch }) })}
      data-testid={batch === undefined ? "case-file" : `case-file-${batch}`}
    >
      {t("case.save")}
    </Button>
  );
}
