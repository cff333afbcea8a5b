// The records of a batch with questionable payments, as a page for the provider.

import { IconFileText } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { DocumentButtons } from "./DocumentButtons";
import { StopDocument } from "./StopDocument";
import type { Documents } from "./useDocuments";

type Props = {
  payroll: number;
  /** The batch's number; absent for every batch with questionable payments. */
  batch?: number;
  documents: Documents;
};

export function CaseFileButton({ payroll, batch, documents }: Props): ReactNode {
  const { t } = useTranslation("provider");
  // A large payroll has one page for each batch.
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
