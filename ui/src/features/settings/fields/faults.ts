/** The fields of a settings page with an invalid value: the menu marks their page. */
import { createContext, useContext, useEffect } from "react";

/** Reports whether a field has an invalid value. */
export type ReportFault = (field: string, isRefused: boolean) => void;

export const FaultContext = createContext<ReportFault>(() => undefined);

export function useReportFault(field: string, isRefused: boolean): void {
  const report = useContext(FaultContext);
  useEffect(() => {
    report(field, isRefused);
    return () => report(field, false);
  }, [report, field, isRefused]);
}
