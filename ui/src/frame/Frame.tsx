/** The frame around every screen: the practice band, the sidebar, and the screen itself. */
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PrintProvider } from "../features/track/documents/print/PrintProvider";
import { UpdateBar } from "../features/updates/UpdateBar";
import { useNavigation } from "../navigation";
import { useSession } from "../query";
import type { Screen } from "../screen";
import { ScreenView } from "../screens";
import { BlockedBar } from "./bars/BlockedBar";
import { LockedBar } from "./bars/LockedBar";
import { PracticeBand } from "./bars/PracticeBand";
import { TokenBar } from "./bars/TokenBar";
import { OpenDropped } from "./drop/OpenDropped";
import classes from "./Frame.module.css";
import { IntakeProvider } from "../session/intake";
import { LoginOffer } from "./login/LoginOffer";
import { MenuBar } from "./MenuBar";
import { Palette } from "./palette/Palette";
import { ScreenBoundary } from "./ScreenBoundary";
import { useShortcuts } from "./sidebar/shortcuts";
import { Sidebar } from "./sidebar/Sidebar";
import { useActivity } from "./useActivity";

export default function Frame() {
  const { mode, unlocked, blocked, appearance } = useSession();
  const { screen } = useNavigation();
  const { t } = useTranslation("frame");
  const practice = mode === "practice";
  useShortcuts();
  const main = useFocusOfScreen(screen);
  useActivity(mode === "live" && unlocked);
  // Approve shows it beside the disabled button.
  const showsLockedBar = mode === "live" && !unlocked && screen.name !== "approve";
  // And Settings where the token is replaced.
  const showsTokenBar = screen.name !== "approve" && screen.name !== "settings";
  return (
    <IntakeProvider>
      <PrintProvider>
        <div
          className={classes.window}
          data-practice={practice || undefined}
          data-testid="frame"
          data-screen={screen.name}
          data-density={appearance.density}
        >
          {practice && <PracticeBand />}
          <div className={classes.body}>
            <Sidebar />
            <main ref={main} className={classes.main} tabIndex={-1} aria-label={t(`screen.${screen.name}`)}>
              {blocked !== null && screen.name !== "blocked" && <BlockedBar reason={blocked} />}
              {showsLockedBar && <LockedBar />}
              {showsTokenBar && <TokenBar />}
              <UpdateBar />
              <div className={classes.screen}>
                <Suspense>
                  <ScreenBoundary key={screen.name}>
                    <ScreenView screen={screen} />
                  </ScreenBoundary>
                </Suspense>
              </div>
            </main>
          </div>
        </div>
      </PrintProvider>
      <OpenDropped />
      <Palette />
      <MenuBar />
      <LoginOffer />
    </IntakeProvider>
  );
}

/**
 * The button that led to a screen is often removed with the previous one, and the focus with it. The new screen takes
 * the focus, unless an element inside has it already, so that it is read from there.
 */
function useFocusOfScreen(screen: Screen) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with each screen, not once
  }, [screen]);
  return main;
}
