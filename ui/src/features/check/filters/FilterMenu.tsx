/** The menu of filters that have no chip until they are chosen: rows of one state or one bank. */
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconCheck, IconFilter } from "@tabler/icons-react";
import type { DraftView, PaidBefore } from "../../../ipc";
import classes from "../Check.module.css";
import { STATES, stateCount, type Chip } from "../state/rows/filter";
import { useWords } from "../words";

export type FilterMenuProps = {
  draft: DraftView;
  chip: Chip;
  onChip: (chip: Chip) => void;
  /** Code of the filtered bank. */
  bank: string | undefined;
  onBank: (bank: string | undefined) => void;
  paid: PaidBefore | undefined;
  onPaid: (paid: PaidBefore | undefined) => void;
};

const PAID = ["before", "never"] as const satisfies readonly PaidBefore[];

export function FilterMenu({ draft, chip, onChip, bank, onBank, paid, onPaid }: FilterMenuProps) {
  const t = useWords();
  const isOf = (state: (typeof STATES)[number]) => chip.kind === "group" && chip.group === state;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Tooltip label={t("narrow.label")}>
          <ActionIcon size={28} aria-label={t("narrow.label")} data-testid="check-narrow">
            <IconFilter size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.countries}>
        <Menu.Label>{t("narrow.state")}</Menu.Label>
        {STATES.map((state) => (
          <Menu.Item
            key={state}
            disabled={stateCount(draft, state) === 0}
            onClick={() => onChip(isOf(state) ? { kind: "all" } : { kind: "group", group: state })}
            rightSection={
              isOf(state) ? (
                <IconCheck size={16} stroke={1.75} />
              ) : (
                <span className={classes.code}>{stateCount(draft, state)}</span>
              )
            }
            data-testid={`narrow-${state}`}
          >
            {t(`states:row.${state}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t("narrow.paid")}</Menu.Label>
        {PAID.map((which) => (
          <Menu.Item
            key={which}
            onClick={() => onPaid(paid === which ? undefined : which)}
            rightSection={paid === which ? <IconCheck size={16} stroke={1.75} /> : null}
            data-testid={`narrow-paid-${which}`}
          >
            {t(`narrow.${which}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t("narrow.bank")}</Menu.Label>
        {draft.banks.map(({ bankCode, bankName, total }) => (
          <Menu.Item
            key={`${bankCode} ${total.currency}`}
            onClick={() => onBank(bank === bankCode ? undefined : bankCode)}
            rightSection={
              bank === bankCode ? (
                <IconCheck size={16} stroke={1.75} />
              ) : (
                <span className={classes.code}>{total.count}</span>
              )
            }
          >
            {bankName}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onBank("")} rightSection={bank === "" ? <IconCheck size={16} stroke={1.75} /> : null}>
          {t("chips.noBank")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
