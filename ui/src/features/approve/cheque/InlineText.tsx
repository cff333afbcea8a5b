// A text of the cheque that is edited in place: a button with a pencil, then a field.

import { IconPencil } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import classes from "../Approve.module.css";

type Props = {
  /** The accessible name. */
  label: string;
  value: string;
  testId: string;
  lengthMax: number;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onSave: (value: string) => void;
  disabled: boolean;
  className?: string;
  children: ReactNode;
};

export function InlineText(props: Props): ReactNode {
  const { t } = useTranslation("approve");
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (!props.isEditing && returns.current) button.current?.focus();
    returns.current = props.isEditing;
  }, [props.isEditing]);

  if (props.isEditing) return <Field {...props} />;
  return (
    <button
      type="button"
      ref={button}
      className={`${classes.inline} ${props.className ?? ""}`}
      data-testid={props.testId}
      {...(props.value === "" ? { "aria-label": props.label } : {})}
      disabled={props.disabled}
      onClick={() => props.onEditing(true)}
    >
      <span className={classes.inlineText}>{props.children}</span>
      <span className="visually-hidden">{t("edit.what", { what: props.label })}</span>
      <IconPencil size={14} stroke={1.75} className={classes.inlineIcon} aria-hidden />
    </button>
  );
}

function Field({ label, value, testId, lengthMax, onEditing, onSave, className }: Props): ReactNode {
  const { t } = useTranslation("approve");
  const [text, setText] = useState(value);
  const isEmpty = text.trim() === "";
  const save = (): void => {
    if (isEmpty) return;
    if (text.trim() !== value) onSave(text.trim());
    onEditing(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") save();
    else if (event.key === "Escape") onEditing(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={`${classes.inlineField} ${className ?? ""}`}>
      <input
        autoFocus
        className={classes.inlineInput}
        aria-label={label}
        aria-invalid={isEmpty}
        data-testid={`${testId}-input`}
        value={text}
        maxLength={lengthMax}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (isEmpty ? onEditing(false) : save())}
      />
      {isEmpty ? <span className={classes.inlineHelp}>{t("edit.required")}</span> : null}
    </span>
  );
}
