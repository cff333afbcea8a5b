/**
 * Further details of the person, which some destinations need: branch, e-mail, telephone. Shown if the file or the user
 * gives them, or if they would be sent; edited in place.
 */
import { ActionIcon } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import type { Field, RecipientMore, RowView } from "../../../ipc";
import { useWords } from "../words";
import { BranchSelect, TextEditor } from "./BranchSelect";
import type { PanelProps } from "./panelProps";
import classes from "./Panel.module.css";

const DETAILS = ["branch", "email", "phone"] as const;
type Detail = (typeof DETAILS)[number];

const FIELD_OF = { branch: "branch_code", email: "email", phone: "phone" } as const satisfies Record<Detail, Field>;

/** Details that the provider needs, so that they can be entered even if the file has none. */
function isRequired(detail: Detail, { country }: RowView, { areSent }: RecipientMore): boolean {
  if (detail === "branch") return country === "GH";
  return areSent && country === "ZA";
}

export function RecipientDetails(props: PanelProps) {
  const { row, more } = props.detail;
  const shown = DETAILS.filter((detail) => textOf(detail, more) !== null || isRequired(detail, row, more));
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
  const { detail, run } = props;
  const [isChanging, setIsChanging] = useState(false);
  const name = t(`panel.more.${what}`);
  const text = textOf(what, detail.more);
  const save = (value: string): void => {
    setIsChanging(false);
    void run({ kind: "edit_cell", position: detail.row.position, field: FIELD_OF[what], value });
  };
  // A branch's name is not its code.
  const value = (what === "branch" ? detail.more.branchCode : text) ?? "";
  const editor = { value, label: name, onSave: save, onCancel: () => setIsChanging(false) };
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
        {isChanging && what === "branch" && bank !== null && (
          <BranchSelect row={detail.row} bank={bank} isOpen {...editor} />
        )}
        {isChanging && (what !== "branch" || bank === null) && <TextEditor {...editor} />}
      </dd>
    </>
  );
}
