/** What stands around everything: theme, cache, toasts; then the welcome screen or the frame. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { ThemeProvider } from "./components/ThemeProvider";
import { ToastProvider } from "./components/Toast";
import { Welcome } from "./features/welcome";
import type { Scheme } from "./ipc";
import { NavigationProvider } from "./navigation";
import { queryClient, useLedgerNumber, useSession } from "./query";
import { Frame } from "./desk";
import { screenLoader } from "./screens";

export function App({ scheme }: { scheme: Scheme }) {
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
  // Practice and live have ledgers of their own, and a restored one is another: no screen of the one may stay in the other.
  return (
    <NavigationProvider key={`${mode} ${ledger}`} first={{ name: "pay" }} screens={screenLoader}>
      <Frame />
    </NavigationProvider>
  );
}
