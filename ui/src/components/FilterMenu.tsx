/** A filter as a menu: one of its values, or any. */
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import classes from "./FilterMenu.module.css";

type Props<V extends string> = {
  label: string;
  /** The label for no filter. */
  any: string;
  /** Null for no filter. */
  value: V | null;
  options: { value: V; label: string }[];
  onPick: (value: V | null) => void;
  testId: string;
};

export function FilterMenu<V extends string>({ label, any, value, options, onPick, testId }: Props<V>) {
  const shown = options.find((option) => option.value === value)?.label ?? any;
  const all: { value: V | null; label: string }[] = [{ value: null, label: any }, ...options];
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.button}
          data-chosen={value !== null || undefined}
          aria-label={`${label}: ${shown}`}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          data-testid={testId}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.options}>
        {all.map((option) => (
          <Menu.Item
            key={option.value ?? "any"}
            role="menuitemradio"
            aria-checked={option.value === value}
            onClick={() => onPick(option.value)}
            rightSection={option.value === value ? <IconCheck size={16} stroke={1.75} /> : null}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
