/** Chooses a bank or wallet by typing: the nearest match first, then banks, then mobile money, each with its code. */
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { AfterEdit } from "../../../components/DataGrid";
import type { DestinationView as Bank, Country } from "../../../ipc";
import { nearestBank, searchBanks } from "../../../lib/banks/bankSearch";
import { type BankList, ListOf, NoList, useBankList } from "./bankList";
import classes from "./BankPicker.module.css";
import { useWords } from "../words";

type Props = {
  country: Country;
  /** Code of the suggested bank. */
  suggested: string | null;
  /** The file's text. */
  fileText: string;
  /** The initial text of the field. */
  typed?: string;
  /** In a grid cell: opens at once, and Esc cancels. */
  inCell?: boolean;
  placeholder?: string;
  onChoose: (bank: Bank, then: AfterEdit) => void;
  onCancel?: () => void;
};

export type BankGroup = { readonly kind: "suggested" | "banks" | "mobile"; readonly banks: readonly Bank[] };

/** The most frequently paid first; the others by name. */
const mostUsedFirst = (banks: readonly Bank[]): Bank[] => banks.toSorted((one, other) => other.uses - one.uses);

/** The list's groups for a text, without empty ones. */
export function bankGroups(banks: readonly Bank[], typed: string, nearest: Bank | undefined): BankGroup[] {
  const found = typed.trim() === "" ? mostUsedFirst(searchBanks(banks, typed)) : searchBanks(banks, typed);
  const onTop = typed.trim() === "" && nearest !== undefined ? [nearest] : [];
  const rest = found.filter(({ code }) => !onTop.some((bank) => bank.code === code));
  const groups: BankGroup[] = [
    { kind: "suggested", banks: onTop },
    { kind: "banks", banks: rest.filter(({ kind }) => kind === "bank") },
    { kind: "mobile", banks: rest.filter(({ kind }) => kind === "mobile_money") },
  ];
  return groups.filter((group) => group.banks.length > 0);
}

export function BankPicker(props: Props) {
  const { country, inCell = false } = props;
  const t = useWords();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { combobox, below, text, type, groups, list, choose, onKeyDown } = useBankPicker(props, field);
  const { openDropdown, closeDropdown } = combobox;
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(code) => choose(code, "down")}
      width={inCell ? 300 : "target"}
      position="bottom-start"
      middlewares={{ flip: below === undefined, shift: true }}
      preventPositionChangeWhenVisible={below !== undefined}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={field}
          className={inCell ? classes.inCell : undefined}
          // The target sets aria-controls and aria-expanded.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="combobox"
          value={text}
          placeholder={props.placeholder ?? t("picker.placeholder")}
          aria-label={t("picker.label")}
          leftSection={inCell ? undefined : <IconSearch size={16} stroke={1.75} />}
          autoFocus={inCell}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => openDropdown()}
          onFocus={() => inCell && openDropdown()}
          onKeyDown={onKeyDown}
          onBlur={() => {
            closeDropdown();
            if (inCell && document.hasFocus()) props.onCancel?.();
          }}
          data-testid="bank-picker"
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options className={classes.options} id={listId} mah={below}>
          <BankOptions groups={groups} list={list} country={country} />
        </Combobox.Options>
        <ListOf list={list} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** One group and two banks: with less room the list opens above the field. */
const LIST_PX_MIN = 100;
const LIST_PX_MAX = 280;
/** The edge of the window, and the line with the list's date. */
const EDGE_PX = 52;

/** The button with the suggested bank is above the field, so the list opens below it, as high as fits. */
function roomBelow(field: HTMLInputElement | null): number | undefined {
  if (field === null) return undefined;
  const room = window.innerHeight - field.getBoundingClientRect().bottom - EDGE_PX;
  return room < LIST_PX_MIN ? undefined : Math.min(room, LIST_PX_MAX);
}

/** The typed text, its matches, and the keyboard handling. */
function useBankPicker(
  { country, suggested, fileText, typed = "", inCell = false, onChoose, onCancel }: Props,
  field: RefObject<HTMLInputElement | null>,
) {
  const list = useBankList(country);
  const { banks } = list;
  const [text, setText] = useState(typed);
  const nearest = useMemo(() => nearestBank(banks, suggested, fileText), [banks, suggested, fileText]);
  const groups = useMemo(() => bankGroups(banks, text, nearest), [banks, text, nearest]);
  const [below, setBelow] = useState<number>();
  const measure = (): void => setBelow(inCell ? undefined : roomBelow(field.current));
  const combobox = useCombobox({ defaultOpened: inCell, onDropdownOpen: measure });
  useWindowEvent("resize", measure);
  const { selectFirstOption, openDropdown, closeDropdown, resetSelectedOption } = combobox;
  const isOpen = combobox.dropdownOpened;
  // The option that Enter selects is always marked.
  useEffect(() => {
    if (isOpen && groups.length > 0) selectFirstOption();
  }, [groups, isOpen, selectFirstOption]);

  const type = (next: string): void => {
    setText(next);
    openDropdown();
  };
  const choose = (code: string, then: AfterEdit): void => {
    const bank = banks.find((known) => known.code === code);
    if (bank === undefined) return;
    setText("");
    closeDropdown();
    resetSelectedOption();
    onChoose(bank, then);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Escape") {
      if (!inCell && !isOpen) return;
      closeDropdown();
      onCancel?.();
      event.stopPropagation();
      return;
    }
    const first = groups[0]?.banks[0];
    if (event.key === "Enter" && !isOpen) {
      event.preventDefault();
      openDropdown();
    } else if (event.key === "Enter" && list.missing !== null) {
      event.preventDefault();
      list.fetch();
    } else if (event.key === "Tab" && inCell && !event.shiftKey && text.trim() !== "" && first !== undefined) {
      event.preventDefault();
      choose(first.code, "right");
    } else if (event.key === "Tab" && inCell) {
      event.preventDefault();
      onCancel?.();
    }
  };
  return { combobox, below, text, type, groups, list, choose, onKeyDown };
}

type OptionsProps = { groups: readonly BankGroup[]; list: BankList; country: Country };

function BankOptions({ groups, list, country }: OptionsProps) {
  const t = useWords();
  if (groups.length === 0) {
    return (
      <Combobox.Empty className={classes.empty}>
        {list.missing === null ? (
          t("picker.none", { country: t(`approve:country.${country}`) })
        ) : (
          <NoList list={list} />
        )}
      </Combobox.Empty>
    );
  }
  return groups.map(({ kind, banks }) => (
    <Combobox.Group key={kind} label={t(`picker.${kind}`)}>
      {banks.map((bank) => (
        <Combobox.Option key={bank.code} value={bank.code} className={classes.option} data-testid={`bank-${bank.code}`}>
          <span className={classes.name}>{bank.name}</span>
          <span className={classes.code}>{bank.code}</span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ));
}
