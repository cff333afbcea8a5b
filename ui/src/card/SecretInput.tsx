/** An uncontrolled field for a secret. No state contains its text: it is read from the field, and cleared with it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";

type Props = Omit<TextInputProps, "ref" | "value" | "defaultValue" | "maxLength"> & {
  /** Returns the significant characters of a text, such as its digits. A text without any is rejected. */
  filterText: (text: string) => string;
  /** Maximum number of significant characters. */
  lengthMax: number;
  onTooLong: () => void;
};

export function SecretInput({ filterText, lengthMax, onTooLong, ...props }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  /** Rejects an edit as a whole, since a truncated number is another number. The browser handles all others. */
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
    // A rejected key needs no explanation, a rejected paste does.
    if (isTooLong && added.length > 1) onTooLong();
  });
  useLayoutEffect(() => {
    const input = field.current;
    const listener = (event: InputEvent): void => onBeforeInput(event);
    // React's event of the same name is a different one.
    input?.addEventListener("beforeinput", listener);
    return () => {
      input?.removeEventListener("beforeinput", listener);
      if (input !== null) input.value = "";
    };
  }, []);
  return <TextInput {...props} ref={field} />;
}
