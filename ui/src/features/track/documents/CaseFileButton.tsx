// What is recorded about a batch with payments in question, as a page for the provider.

import { IconFileText } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { DocumentButtons } from "./DocumentButtons";
import { StopDocument } from "./StopDocument";
import type { Documents } from "./useDocuments";

type Props = {
  payroll: number;
  /** Its number; every batch with payments in question if there is none. */
  batch?: number;
  documents: Documents;
};

export function CaseFileButton({ payroll, batch, documents }: Props): ReactNode {
  const { t } = useTranslation("provider");
  // A large payroll has a page for each of its many batches.
  if (documents.isLong) return <StopDocument size="xs" onClick={() => documents.stop(payroll)} />;
  return (
    <DocumentButtons
      request={{ payroll, kind: "case_file", ...(batch === undefined ? {} : { batch }) }}
      documents={documents}
      words={{ save: t("case.save"), print: t("case.print") }}
      icon={<IconFileText size={14} stroke={1.75} />}
      hint={t("case.hint")}
      testid={batch === undefined ? "case-file" : `case-file-${batch}`}
    />
  );
}
