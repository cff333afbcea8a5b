/**
 * Further details of the person, which some destinations want: branch, e-mail, telephone. Shown where the file or the
 * user names them, or where they would be sent; changed in place.
 */
import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Field, ipc, type RecipientMore, type RowView } from "../../../ipc";
import { branchesQuery } from "../../../query";
import { useWords } from "../words";
import type { PanelProps } from "./panelProps";
import classes from "./Panel.module.css";

const DETAILS = ["branch", "email", "phone"] as const;
type Detail = (typeof DETAILS)[number];

const FIELD_OF = { branch: "branch_code", email: "email", phone: "phone" } as const satisfies Record<Detail, Field>;

/** Where the provider wants a detail, so that it can be entered though the file has none. */
function isWanted(detail: Detail, { country }: RowView, { areSent }: RecipientMore): boolean {
  if (detail === "branch") return country === "GH";
  return areSent && country === "ZA";
}

export function More(props: PanelProps) {
  const { row, more } = props.detail;
  const shown = DETAILS.filter((detail) => textOf(detail, more) !== null || isWanted(detail, row, more));
  return shown.map((detail) => <Line key={`${row.position}-${detail}`} {...props} what={detail} />);
}

function textOf(detail: Detail, { branchCode, branchName, email, phone }: RecipientMore): string | null {
  switch (detail) {
    case "branch":
      return branchName === null ? branchCode : [branchName, branchCode].filter((part) => part !== null).join(", ");
    case "email":
      return email;
    case "phone":
      return phone;
  }
}

function Line({ what, ...props }: PanelProps & { what: Detail }) {
  const t = useWords();
  const { draft, detail, run } = props;
  const [isChanging, setIsChanging] = useState(false);
  const name = t(`panel.more.${what}`);
  const text = textOf(what, detail.more);
  const save = (value: string): void => {
    setIsChanging(false);
    void run(() => ipc.editCell(draft.id, detail.row.position, FIELD_OF[what], value));
  };
  const editor = { value: text ?? "", label: name, onSave: save, onCancel: () => setIsChanging(false) };
  const bank = detail.row.bankCode;
  return (
    <>
      <dt>{name}</dt>
      <dd className={classes.more} data-testid={`panel-${what}`}>
        {!isChanging && (
          <>
            <span className="selectable">{text ?? t("panel.more.none")}</span>
            <ActionIcon
              size={24}
              aria-label={t("panel.more.change", { what: name.toLowerCase() })}
              onClick={() => setIsChanging(true)}
              data-testid={`panel-${what}-change`}
            >
              <IconPencil size={14} stroke={1.75} />
            </ActionIcon>
          </>
        )}
        {isChanging && what === "branch" && bank !== null && <BranchSelect row={detail.row} bank={bank} {...editor} />}
        {isChanging && (what !== "branch" || bank === null) && <TextEditor {...editor} />}
      </dd>
    </>
  );
}

type EditorProps = { value: string; label: string; onSave: (value: string) => void; onCancel: () => void };

function TextEditor({ value, label, onSave, onCancel }: EditorProps) {
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
        autoFocus
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onCancel();
        }}
        data-testid="panel-more-typed"
      />
      <Button type="submit">{t("panel.save")}</Button>
    </form>
  );
}

/** The branches of the row's bank, as the provider lists them; without that list, a field for the code. */
function BranchSelect({ row, bank, ...editor }: EditorProps & { row: RowView; bank: string }): ReactNode {
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
      placeholder={t("panel.more.branchPlaceholder")}
      data={data.branches.map(({ code, name }) => ({ value: code, label: `${name}, ${code}` }))}
      nothingFoundMessage={t("panel.more.branchNone")}
      searchable
      autoFocus
      defaultDropdownOpened
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(code) => code !== null && editor.onSave(code)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        editor.onCancel();
      }}
      data-testid="panel-branches"
    />
  );
}
