/** The select for a column's field. */
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { Select } from "@mantine/core";
import type { Field } from "../../ipc";
import { FIELDS } from "./columns";
import classes from "./Map.module.css";
import { fieldWord, useWords } from "./words";

const UNUSED = "unused";

type Props = {
  value: Field | null;
  onChange: (field: Field | null) => void;
  /** The column's accessible name. */
  label: string;
  invalid?: boolean;
  describedBy?: string | undefined;
  id?: string;
  testid: string;
};

export function FieldSelect({ value, onChange, label, invalid = false, describedBy, id, testid }: Props) {
  const t = useWords();
  const options = [
    { value: UNUSED, label: t("unused") },
    ...FIELDS.map((field) => ({ value: field as string, label: fieldWord(t, field) })),
  ];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      data={options}
      value={value ?? UNUSED}
      onChange={(chosen) => onChange(FIELDS.find((field) => field === chosen) ?? null)}
      aria-label={label}
      aria-describedby={describedBy}
      error={invalid}
      // A wide file has many of these lists: only the open one is rendered.
      comboboxProps={{ shadow: "md", keepMounted: false, withinPortal: true }}
      withScrollArea={false}
      withErrorStyles={false}
      classNames={{ dropdown: classes.options ?? "", input: classes.chosen ?? "" }}
      data-unused={value === null || undefined}
      data-testid={testid}
    />
  );
}
