// The exports of a payroll, each by its full name.

import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";

import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconTableExport } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "../Track.module.css";
import type { PayrollExport } from "./usePayrollExport";

type Props = {
  saving: PayrollExport;
  /** The next action of the page, once everyone is paid. */
  isMain?: boolean;
};

export function ExportMenu({ saving, isMain = false }: Props): ReactNode {
  const { t } = useTranslation("track");
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant={isMain ? "filled" : "default"}
          leftSection={<IconDownload size={18} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          loading={saving.isBusy}
          data-testid="track-export"
        >
          {t("export.button")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTableExport size={16} stroke={1.75} />}
          onClick={() => void saving.run()}
          data-testid="track-export-results"
        >
          <Entry name={t("export.results")} hint={t("export.resultsHint")} />
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={16} stroke={1.75} />}
          onClick={() => void saving.runCopy()}
          data-testid="track-export-copy"
        >
          <Entry name={t("export.copy")} hint={t("export.copyHint")} />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ name, hint }: { name: string; hint: string }): ReactNode {
  return (
    <span className={classes.exportEntry}>
      {name}
      <span>{hint}</span>
    </span>
  );
}
