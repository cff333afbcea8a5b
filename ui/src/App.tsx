/** The root of the window: theme, cache, toasts; then the welcome screen or the frame. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { ThemeProvider } from "./components/ThemeProvider";
import { ToastProvider } from "./components/Toast";
import { Welcome } from "./features/welcome";
import type { Scheme } from "./ipc";
import { useFieldUndo } from "./lib/keyboard/useMenuCommand";
import { NavigationProvider } from "./navigation";
import { queryClient, useLedgerNumber, useSession } from "./query";
import { Frame } from "./desk";
import { screenLoader } from "./screens";

export function App({ scheme }: { scheme: Scheme }) {
  useFieldUndo();
  return (
    <ThemeProvider scheme={scheme}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <Suspense>
            <Desk />
          </Suspense>
        </ToastProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function Desk() {
  const { mode } = useSession();
  const ledger = useLedgerNumber();
  if (mode === "welcome") return <Welcome />;
  // Practice and live have separate ledgers, and a restored ledger is a new one: no screen may outlive its ledger.
  return (
    <NavigationProvider key={`${mode} ${ledger}`} first={{ name: "pay" }} screens={screenLoader}>
      <Frame />
    </NavigationProvider>
  );
}
