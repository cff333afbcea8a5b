// The menu that imports results from a file, and the dialog with the resulting changes.

import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";

import { Button, Menu } from "@mantine/core";
import { IconBuildingBank, IconChevronDown, IconFileImport, IconListCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ListKind } from "../../ipc";
import { OutcomesDialog } from "./OutcomesDialog";
import { useOutcomes } from "./useOutcomes";
import classes from "./Outcomes.module.css";

const KINDS = [
  ["results", IconListCheck],
  ["statement", IconBuildingBank],
] as const satisfies [ListKind, unknown][];

export function ImportResults(): ReactNode {
  const { t } = useTranslation("outcomes");
  const outcomes = useOutcomes();
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} stroke={1.75} />}
            rightSection={<IconChevronDown size={16} stroke={1.75} />}
            aria-label={t("import.button")}
            title={t("import.button")}
            data-testid="outcomes-import"
          >
            <span className={classes.buttonName} data-name>
              {t("import.button")}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {KINDS.map(([kind, Icon]) => (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => void outcomes.choose(kind)}
              data-testid={`outcomes-import-${kind}`}
            >
              <span className={classes.entry}>
                {t(`import.${kind}`)}
                <span>{t(`import.hint.${kind}`)}</span>
              </span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {outcomes.isOpen ? <OutcomesDialog outcomes={outcomes} /> : null}
    </>
  );
}
