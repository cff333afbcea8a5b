/** An ordinary field for a secret. No state holds its text: it is read from the field, and cleared with it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";

type Props = Omit<TextInputProps, "ref" | "value" | "defaultValue" | "maxLength"> & {
  /** The characters of a text that count, such as its digits. A text without any is not inserted. */
  filterText: (text: string) => string;
  /** Most characters that count. */
  lengthMax: number;
  onTooLong: () => void;
};

export function SecretInput({ filterText, lengthMax, onTooLong, ...props }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  /** Refuses an edit as a whole, since a truncated number is another number. All others are the browser's, with undo. */
  const onBeforeInput = useEffectEvent((event: InputEvent): void => {
    const inserted = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    const input = field.current;
    if (input === null || inserted === "" || event.isComposing) return;
    const { value, selectionStart, selectionEnd } = input;
    const others = value.slice(0, selectionStart ?? value.length) + value.slice(selectionEnd ?? value.length);
    const added = filterText(inserted);
    const isTooLong = filterText(others).length + added.length > lengthMax;
    if (added !== "" && !isTooLong) return;
    event.preventDefault();
    // A key that does nothing needs no explanation, a paste does.
    if (isTooLong && added.length > 1) onTooLong();
  });
  useLayoutEffect(() => {
    const input = field.current;
    const listener = (event: InputEvent): void => onBeforeInput(event);
    // React's own event of this name is another one.
    input?.addEventListener("beforeinput", listener);
    return () => {
      input?.removeEventListener("beforeinput", listener);
      if (input !== null) input.value = "";
    };
  }, []);
  return <TextInput {...props} ref={field} />;
}
