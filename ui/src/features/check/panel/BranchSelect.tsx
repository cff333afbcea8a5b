/** Selects a branch from the list of the row's bank, or takes a typed code if there is no list. */
import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RowView } from "../../../ipc";
import { branchesQuery } from "../../../query";
import { useWords } from "../words";
import classes from "./Panel.module.css";

type EditorProps = {
  value: string;
  label: string;
  onSave: (value: string) => void;
  /** Called on Escape. */
  onCancel?: () => void;
};

export function TextEditor({ value, label, onSave, onCancel }: EditorProps) {
  const t = useWords();
  return (
    <form
      className={classes.typing}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("value");
        if (typeof typed === "string") onSave(typed);
      }}
    >
      <TextInput
        name="value"
        defaultValue={value}
        aria-label={label}
        autoFocus={onCancel !== undefined}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || onCancel === undefined) return;
          event.stopPropagation();
          onCancel();
        }}
        data-testid="panel-more-typed"
      />
      <Button type="submit">{t("panel.save")}</Button>
    </form>
  );
}

/** The provider's branches of the row's bank; without that list, a field for the code. */
export function BranchSelect({
  row,
  bank,
  isOpen = false,
  ...editor
}: EditorProps & { row: RowView; bank: string; isOpen?: boolean }): ReactNode {
  const t = useWords();
  const { data, isPending, isError, refetch } = useQuery(branchesQuery(row.country, bank));
  if (isPending) return <span>{t("panel.more.branchesLoading")}</span>;
  if (isError || data.branches.length === 0) {
    return (
      <div>
        <TextEditor {...editor} />
        {isError && (
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            {`${t("panel.more.branchesFailed")} ${t("panel.more.retry")}`}
          </button>
        )}
      </div>
    );
  }
  return (
    <Select
      aria-label={editor.label}
      placeholder={isOpen ? t("panel.more.branchPlaceholder") : editor.label}
      data={data.branches.map(({ code, name }) => ({ value: code, label: `${name}, ${code}` }))}
      nothingFoundMessage={t("panel.more.branchNone")}
      searchable
      autoFocus={isOpen}
      defaultDropdownOpened={isOpen}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(code) => code !== null && editor.onSave(code)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || editor.onCancel === undefined) return;
        event.stopPropagation();
        editor.onCancel();
      }}
      data-testid={isOpen ? "panel-branches" : "panel-branch-choose"}
    />
  );
}
