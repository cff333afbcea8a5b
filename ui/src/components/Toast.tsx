/**
 * A message that needs no decision, below the title bar; on pages with `data-toast="foot"`, above the bottom. Never
 * about money.
 */
import { ActionIcon, Button } from "@mantine/core";
import { IconCircleCheck, IconX } from "@tabler/icons-react";
import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import classes from "./Toast.module.css";

type Icon = ComponentType<{ size?: number; stroke?: number }>;
/** With an action, a toast stays a little longer. */
export type ToastAction = { label: string; run: () => void };
type Shown = { id: number; text: string; icon: Icon; action: ToastAction | undefined };
type ShowToast = (text: string, icon?: Icon, action?: ToastAction) => void;

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;
const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation("frame");
  const [shown, setShown] = useState<Shown | null>(null);
  // Unique ids: a toast that follows at the moment another ends has its full time.
  const lastId = useRef(0);
  const show = useCallback<ShowToast>((text, icon = IconCircleCheck, action) => {
    lastId.current += 1;
    setShown({ id: lastId.current, text, icon, action });
  }, []);
  // Once: a second press would undo an earlier change.
  const act = ({ action }: Shown) => {
    setShown(null);
    action?.run();
  };
  const id = shown?.id;
  const shown_ms = shown?.action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
  useEffect(() => {
    if (id === undefined) return;
    // Clears only this toast: the next one may be set but not rendered.
    const timer = setTimeout(() => setShown((now) => (now?.id === id ? null : now)), shown_ms);
    return () => clearTimeout(timer);
  }, [id, shown_ms]);
  return (
    <ToastContext value={show}>
      {children}
      <div className={classes.place} role="status" aria-live="polite">
        {shown && (
          <div key={shown.id} className={classes.toast} data-testid="toast">
            <shown.icon size={18} stroke={1.75} />
            <span className={classes.text}>{shown.text}</span>
            {shown.action && (
              <Button size="xs" variant="default" onClick={() => act(shown)} data-testid="toast-action">
                {shown.action.label}
              </Button>
            )}
            <ActionIcon size={28} aria-label={t("close")} onClick={() => setShown(null)}>
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </div>
        )}
      </div>
    </ToastContext>
  );
}
