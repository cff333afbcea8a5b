// Documents for the bank and for the people: saved as a file, or printed.

import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";

import { Button, Menu } from "@mantine/core";
import {
  IconBuildingBank,
  IconChevronDown,
  IconFileText,
  IconHistory,
  IconMail,
  IconPrinter,
  IconReceipt,
  IconReport,
} from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useNavigation } from "../../../navigation";
import classes from "../Track.module.css";
import { MENU_DOCUMENTS, type MenuDocument } from "./saveDocument";
import { usePrint } from "./print/PrintProvider";
import { StopDocument } from "./StopDocument";
import type { Documents } from "./useDocuments";

const ICONS = {
  report: IconReport,
  bank_schedule: IconBuildingBank,
  receipts: IconReceipt,
  payment_advice: IconMail,
} as const satisfies Record<MenuDocument, unknown>;

type Props = { payroll: number; documents: Documents };

export function DocumentsMenu({ payroll, documents }: Props): ReactNode {
  if (documents.isLong) return <StopDocument onClick={() => documents.stop(payroll)} />;
  return <List payroll={payroll} documents={documents} />;
}

function List({ payroll, documents }: Props): ReactNode {
  const { t } = useTranslation("track");
  const { print } = usePrint();
  const { go } = useNavigation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<IconFileText size={18} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          loading={documents.isBusy}
          aria-label={t("documents.button")}
          title={t("documents.button")}
          data-testid="track-documents"
        >
          <span data-name>{t("documents.button")}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("documents.save")}</Menu.Label>
        {MENU_DOCUMENTS.map((kind) => (
          <Save key={kind} kind={kind} onClick={() => void documents.save({ payroll, kind })} />
        ))}
        <Menu.Divider />
        <Menu.Label>{t("documents.print")}</Menu.Label>
        {MENU_DOCUMENTS.map((kind) => (
          <Menu.Item
            key={kind}
            leftSection={<IconPrinter size={16} stroke={1.75} />}
            onClick={() => print({ payroll, kind }, button.current)}
            data-testid={`track-print-${kind}`}
          >
            {t(`documents.printed.${kind}`)}…
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconHistory size={16} stroke={1.75} />}
          onClick={() => go({ name: "audit", payroll })}
          data-testid="track-audit"
        >
          {t("documents.audit")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Save({ kind, onClick }: { kind: MenuDocument; onClick: () => void }): ReactNode {
  const { t } = useTranslation("track");
  const Icon = ICONS[kind];
  return (
    <Menu.Item leftSection={<Icon size={16} stroke={1.75} />} onClick={onClick} data-testid={`track-document-${kind}`}>
      <span className={classes.exportEntry}>
        {t(`documents.kind.${kind}`)}
        <span>{t(`documents.hint.${kind}`)}</span>
      </span>
    </Menu.Item>
  );
}
