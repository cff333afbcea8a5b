/** A field for what nobody may keep and its user wants to see: see `covered.ts`. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from "react";
import classes from "./Card.module.css";
import { type Drawn, edited, isEnter, isTooLong, parted, placeBehind, type Typed, typedBefore } from "./covered";

/** What was typed; whoever has it can empty it, too. */
export type Covered = { value: string };

type Props = Omit<TextInputProps, "ref" | "value" | "defaultValue" | "maxLength"> & {
  ref: Ref<Covered>;
  lengthMax: number;
  /** One typed character, or more that were pasted: those that are kept. */
  keep: (data: string) => string;
  /** How it is shown: the same characters, with spaces between groups. */
  show: (typed: string) => string;
  drawn: Drawn;
  onTyped?: (typed: string) => void;
  /** Nothing was taken of a paste that does not fit. */
  onTooLong: () => void;
};

/** The field, and over it what was typed. */
const inputContainer = (input: ReactNode): ReactNode => (
  <div className={classes.covered} data-covered>
    {input}
    <span className={classes.over} />
  </div>
);

const overOf = (input: HTMLInputElement | null): HTMLElement | null => input?.closest("[data-covered]")?.querySelector(":scope > span") ?? null;

/** Where the field's text begins and ends, and in what it is drawn. */
function placeOver(input: HTMLInputElement | null): void {
  const over = overOf(input);
  if (input === null || over === null) return;
  const { paddingInlineStart, paddingInlineEnd, borderInlineStartWidth, borderInlineEndWidth, fontFamily, fontSize, letterSpacing } = getComputedStyle(input);
  const insetInline = `calc(${paddingInlineStart} + ${borderInlineStartWidth}) calc(${paddingInlineEnd} + ${borderInlineEndWidth})`;
  Object.assign(over.style, { insetInline, fontFamily, fontSize, letterSpacing });
}

/** A text that is longer than its field moves in it. */
function follow(input: HTMLInputElement | null): void {
  const over = overOf(input);
  if (input !== null && over !== null) over.scrollLeft = input.scrollLeft;
}

/** After these the text may stand elsewhere in its field: not every web view says so itself. */
const MOVES = ["scroll", "select", "keyup", "pointerup", "focus", "blur"] as const;

type Listeners = {
  onBeforeInput: (event: InputEvent) => void;
  onInput: () => void;
  onCompositionStart: () => void;
  onCompositionEnd: (event: CompositionEvent) => void;
};

/** At every commit, before a key can come: the element may be another one, and its sections as wide as they are now. */
function useListeners(field: RefObject<HTMLInputElement | null>, { onBeforeInput, onInput, onCompositionStart, onCompositionEnd }: Listeners): void {
  useLayoutEffect(() => {
    const input = field.current;
    const listening = new AbortController();
    const { signal } = listening;
    placeOver(input);
    input?.addEventListener("beforeinput", onBeforeInput, { signal });
    input?.addEventListener("input", onInput, { signal });
    input?.addEventListener("compositionstart", onCompositionStart, { signal });
    input?.addEventListener("compositionend", onCompositionEnd, { signal });
    for (const kind of MOVES) input?.addEventListener(kind, () => follow(input), { signal });
    return () => listening.abort();
  });
}

export function CoveredInput({ ref, lengthMax, keep, show, drawn, onTyped, onTooLong, ...props }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef("");
  /** The typed characters before the cursor, as of the last edit. */
  const at = useRef(0);
  /** While an input method composes: what it is to replace. */
  const composed = useRef<Typed | null>(null);

  const put = (text: string): string => {
    typed.current = text;
    at.current = text.length;
    const shown = show(text);
    const { held, over } = parted(shown, drawn);
    const overlay = overOf(field.current);
    if (overlay !== null) overlay.textContent = over;
    if (field.current !== null) field.current.value = held;
    return shown;
  };
  const draw = (text: string, cursor: number): void => {
    const place = placeBehind(put(text), cursor);
    at.current = cursor;
    if (document.activeElement === field.current) field.current?.setSelectionRange(place, place);
    follow(field.current);
  };
  const selected = (input: HTMLInputElement): Typed => {
    const shown = show(typed.current);
    const place = (where: number | null): number => typedBefore(shown, where ?? shown.length);
    return { text: typed.current, from: place(input.selectionStart), to: place(input.selectionEnd) };
  };
  const edit = (before: Typed, kind: string, data: string): void => {
    const wanted = { kind, data: keep(data), lengthMax };
    const next = edited(before, wanted);
    if (next !== null) {
      draw(next.text, next.at);
      onTyped?.(next.text);
    } else if (isTooLong(before, wanted)) onTooLong();
  };
  const onBeforeInput = (event: InputEvent): void => {
    if (isEnter(event.inputType)) return;
    event.preventDefault();
    const input = field.current;
    if (input === null || input.readOnly || composed.current !== null || event.isComposing) return;
    edit(selected(input), event.inputType, event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
  };
  /** What could not be stopped is covered again; an input method's text only at its end, which it would lose. */
  const onInput = (): void => {
    if (composed.current === null) draw(typed.current, at.current);
  };
  const onCompositionStart = (): void => {
    if (field.current !== null) composed.current = selected(field.current);
  };
  const onCompositionEnd = (event: CompositionEvent): void => {
    const before = composed.current;
    composed.current = null;
    if (before === null || field.current === null) return;
    draw(before.text, before.to);
    if (!field.current.readOnly) edit(before, "insertText", event.data);
  };

  useImperativeHandle(ref, () => ({
    get value() {
      return typed.current;
    },
    set value(text: string) {
      composed.current = null;
      put(text);
    },
  }));
  useListeners(field, { onBeforeInput, onInput, onCompositionStart, onCompositionEnd });

  return (
    <TextInput
      {...props}
      ref={field}
      classNames={{ input: drawn === "digits" ? classes.digits : classes.characters }}
      inputContainer={inputContainer}
    />
  );
}
