/** A quiet word at the bottom right, for what needs no decision. Never about money. */
import { ActionIcon } from "@mantine/core";
import { IconCircleCheck, IconX } from "@tabler/icons-react";
import { type ComponentType, createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Toast.module.css";

type Icon = ComponentType<{ size?: number; stroke?: number }>;
type Shown = { id: number; text: string; icon: Icon };
type ShowToast = (text: string, icon?: Icon) => void;

const SHOWN_MS = 4_000;
const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation("frame");
  const [shown, setShown] = useState<Shown | null>(null);
  const show = useCallback<ShowToast>((text, icon = IconCircleCheck) => {
    setShown((before) => ({ id: (before?.id ?? 0) + 1, text, icon }));
  }, []);
  const id = shown?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <ToastContext value={show}>
      {children}
      <div className={classes.place} role="status" aria-live="polite">
        {shown && (
          <div key={shown.id} className={classes.toast} data-testid="toast">
            <shown.icon size={18} stroke={1.75} />
            <span className={classes.text}>{shown.text}</span>
            <ActionIcon size={28} aria-label={t("close")} onClick={() => setShown(null)}><IconX size={16} stroke={1.75} /></ActionIcon>
          </div>
        )}
      </div>
    </ToastContext>
  );
}
