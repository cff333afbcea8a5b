/** A reason in the user's words, stored in the audit log; suggestions are one click away. */
import { Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FilterChip } from "./Chip";
import classes from "./ReasonField.module.css";

export const REASON_LENGTH_MAX = 500;

type Props = {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Suggested reasons. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** Text below the field; by default, where the reason is stored. */
  hint?: string;
  autoFocus?: boolean;
  readOnly?: boolean;
  testid: string;
};

export function ReasonField({
  label,
  value,
  onValue,
  suggestions = [],
  placeholder,
  hint,
  autoFocus = false,
  readOnly = false,
  testid,
}: Props): ReactNode {
  const { t } = useTranslation("questions");
  return (
    <div className={classes.reason}>
      <Textarea
        data-autofocus={autoFocus || undefined}
        rows={2}
        required
        label={label}
        {...(placeholder === undefined ? {} : { placeholder })}
        description={hint ?? t("reason.kept")}
        inputWrapperOrder={["label", "input", "description"]}
        maxLength={REASON_LENGTH_MAX}
        readOnly={readOnly}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        data-testid={testid}
      />
      {suggestions.length === 0 ? null : (
        <div className={classes.suggestions} role="group" aria-label={t("reason.usual")}>
          {suggestions.map((suggestion) => (
            <FilterChip
              key={suggestion}
              label={suggestion}
              active={value === suggestion}
              onToggle={() => onValue(value === suggestion ? "" : suggestion)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
