/** One setting: saved on blur or Enter, reverted with Escape. */
import { Textarea, TextInput } from "@mantine/core";
import { type ChangeEvent, type KeyboardEvent, useState } from "react";
import { FieldError } from "../../../components";
import classes from "../Settings.module.css";
import { useReportFault } from "./faults";
import { Saved } from "./Saved";
import { useSaved } from "./useSaved";

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];
export const SAVED_WIDTH_PX = 84;
const UNIT_WIDTH_PX = 56;

type Props = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  numeric?: boolean;
  readOnly?: boolean;
  /** The unit of a number, at the field's right end. */
  unit?: string;
  /** A text of several lines. */
  isText?: boolean;
  /** Returns the error, or undefined once it is saved; null if the user cancelled. */
  onSave: (text: string) => Promise<string | undefined | null>;
};

const LINES_SHOWN = 4;
const LINES_CHARS_MAX = 1_000;

export function ProfileField(props: Props) {
  const { name, label, value, hint, numeric = false, readOnly = false, unit, isText = false, onSave } = props;
  // Undefined unless the user is typing: the field then shows the saved value.
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [saved, showSaved] = useSaved();
  useReportFault(name, fault !== undefined);

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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key === "Enter" && !isText) event.currentTarget.blur();
    if (event.key === "Escape") {
      setTyped(null);
      setFault(undefined);
    }
  };
  const unitWidth = unit === undefined ? 0 : UNIT_WIDTH_PX;
  const shared = {
    label,
    value: typed ?? value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setTyped(event.currentTarget.value),
    onBlur: () => void leave(),
    onKeyDown,
    readOnly,
    ...(hint === undefined ? {} : { description: hint }),
    inputWrapperOrder: ORDER,
    error: fault === undefined ? undefined : <FieldError>{fault}</FieldError>,
    rightSection: saved ? <Saved /> : unit === undefined ? null : <span className={classes.unit}>{unit}</span>,
    rightSectionWidth: saved ? SAVED_WIDTH_PX : unitWidth,
    autoComplete: "off",
    spellCheck: false,
    "data-testid": `settings-${name}`,
  };
  if (isText) return <Textarea {...shared} rows={LINES_SHOWN} maxLength={LINES_CHARS_MAX} />;
  return <TextInput {...shared} {...(numeric ? { inputMode: "numeric" as const } : {})} />;
}
