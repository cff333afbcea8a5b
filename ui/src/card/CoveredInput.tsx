/** A field for what nobody may keep and its user wants to see: see `covered.ts`. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import classes from "./Card.module.css";
import { edited, parted, placeBehind, typedBefore } from "./covered";

/** What was typed; whoever has it can empty it, too. */
export type Covered = { value: string };

type Props = Omit<TextInputProps, "ref" | "value" | "defaultValue" | "maxLength"> & {
  ref: Ref<Covered>;
  lengthMax: number;
  /** One typed character, or more that were pasted: those that are kept. */
  keep: (data: string) => string;
  /** How it is shown: the same characters, with spaces between groups. */
  show: (typed: string) => string;
  onTyped?: (typed: string) => void;
};

/** The field, and over it what was typed. */
const inputContainer = (input: ReactNode): ReactNode => (
  <div className={classes.covered} data-covered>
    {input}
    <span className={classes.over} />
  </div>
);

const overOf = (input: HTMLInputElement | null): HTMLElement | null => input?.closest("[data-covered]")?.querySelector(":scope > span") ?? null;

export function CoveredInput({ ref, lengthMax, keep, show, onTyped, ...props }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef("");

  const put = (text: string): string => {
    typed.current = text;
    const shown = show(text);
    const { held, over } = parted(shown);
    const overlay = overOf(field.current);
    if (overlay !== null) overlay.textContent = over;
    if (field.current !== null) field.current.value = held;
    return shown;
  };
  const draw = (text: string, at: number): void => {
    const place = placeBehind(put(text), at);
    if (document.activeElement === field.current) field.current?.setSelectionRange(place, place);
    onTyped?.(text);
  };
  const onBeforeInput = useEffectEvent((event: InputEvent): void => {
    event.preventDefault();
    const input = field.current;
    if (input === null || input.readOnly) return;
    const shown = show(typed.current);
    const place = (at: number | null): number => typedBefore(shown, at ?? shown.length);
    const data = keep(event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
    const next = edited(
      { text: typed.current, from: place(input.selectionStart), to: place(input.selectionEnd) },
      { kind: event.inputType, data, lengthMax },
    );
    if (next !== null) draw(next.text, next.at);
  });
  /** What could not be stopped, such as an input method's own text, is covered again. */
  const onInput = useEffectEvent((): void => draw(typed.current, typed.current.length));
  const placeOver = useEffectEvent((): void => {
    const over = overOf(field.current);
    if (field.current === null || over === null) return;
    const { paddingInlineStart, borderInlineStartWidth, fontSize, letterSpacing } = getComputedStyle(field.current);
    Object.assign(over.style, { paddingInlineStart: `calc(${paddingInlineStart} + ${borderInlineStartWidth})`, fontSize, letterSpacing });
  });

  useImperativeHandle(ref, () => ({
    get value() {
      return typed.current;
    },
    set value(text: string) {
      put(text);
    },
  }));
  useEffect(() => {
    const input = field.current;
    const before = (event: InputEvent): void => onBeforeInput(event);
    const after = (): void => onInput();
    placeOver();
    input?.addEventListener("beforeinput", before);
    input?.addEventListener("input", after);
    return () => {
      input?.removeEventListener("beforeinput", before);
      input?.removeEventListener("input", after);
    };
  }, []);

  return (
    <TextInput
      {...props}
      ref={field}
      classNames={{ input: classes.digits }}
      inputContainer={inputContainer}
    />
  );
}
