/** A passphrase field. It is uncontrolled: its text is read once, sent, and wiped. */
import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import { FieldError } from "../../../components";

type Props = {
  ref: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  error: string | undefined;
  autoFocus?: boolean;
  onChange: () => void;
  testid: string;
};

export function Passphrase({ ref, label, hint, error, autoFocus = false, onChange, testid }: Props) {
  return (
    <TextInput
      ref={ref}
      type="password"
      label={label}
      description={hint}
      inputWrapperOrder={ORDER}
      autoFocus={autoFocus}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      error={error === undefined ? undefined : <FieldError>{error}</FieldError>}
      onChange={onChange}
      data-testid={testid}
    />
  );
}

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];

/** Returns the text of a field, and clears the field. */
export function takeValue(input: HTMLInputElement): string {
  const text = input.value;
  input.value = "";
  return text;
}
