// Saves the results of a payroll where the user chooses.

import { useTranslation } from "react-i18next";

import { type Export, useExport } from "../../../components/useExport";

export type PayrollExport = Omit<Export, "run"> & {
  run: () => Promise<void>;
  /** The user's own file, with the results in columns at its right. */
  runCopy: () => Promise<void>;
};

export function usePayrollExport(payroll: number): PayrollExport {
  const { t } = useTranslation("track");
  const saving = useExport({ textOf: ({ file }) => t("exported", { file: file.name }) });
  return {
    ...saving,
    run: () => saving.run({ kind: "results", payroll }),
    runCopy: () => saving.run((words) => ({ kind: "copy", payroll, words })),
  };
}
