/** Which fields of a settings page have a value that was refused: the menu marks their page. */
import { createContext, useContext, useEffect } from "react";

/** Takes whether a field, by its name, has a refused value. */
export type ReportFault = (field: string, isRefused: boolean) => void;

export const FaultContext = createContext<ReportFault>(() => undefined);

export function useReportFault(field: string, isRefused: boolean): void {
  const report = useContext(FaultContext);
  useEffect(() => {
    report(field, isRefused);
    return () => report(field, false);
  }, [report, field, isRefused]);
}
