/** One setting: saved when one leaves it or presses Enter, taken back with Escape. */
import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { FieldError } from "../../components";
import { Saved } from "./Saved";
import { useSaved } from "./useSaved";

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];
const SAVED_WIDTH_PX = 84;

type Props = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  numeric?: boolean;
  readOnly?: boolean;
  /** Answers what is wrong, or nothing once it is kept; null where the user changed their mind. */
  onSave: (text: string) => Promise<string | undefined | null>;
};

export function ProfileField({ name, label, value, hint, numeric = false, readOnly = false, onSave }: Props) {
  // None while nothing is being typed: the field then shows what is kept.
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [saved, showSaved] = useSaved();

  const leave = async () => {
    const text = typed?.trim();
    if (text === undefined || text === value) {
      setTyped(null);
      setFault(undefined);
      return;
    }
    const wrong = await onSave(text);
    setFault(wrong ?? undefined);
    if (typeof wrong === "string") return;
    setTyped(null);
    if (wrong === undefined) showSaved();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key === "Escape") {
      setTyped(null);
      setFault(undefined);
    }
  };
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void leave()}
      onKeyDown={onKeyDown}
      readOnly={readOnly}
      {...(numeric ? { inputMode: "numeric" as const } : {})}
      {...(hint === undefined ? {} : { description: hint })}
      inputWrapperOrder={ORDER}
      error={fault === undefined ? undefined : <FieldError>{fault}</FieldError>}
      rightSection={saved ? <Saved /> : null}
      rightSectionWidth={saved ? SAVED_WIDTH_PX : 0}
      autoComplete="off"
      spellCheck={false}
      data-testid={`settings-${name}`}
    />
  );
}
