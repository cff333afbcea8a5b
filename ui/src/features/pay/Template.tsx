/** For users without a file: a template workbook with a country's columns. Small, since most have one. */
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import { useExport } from "../../components/useExport";
import type { Country, PayrollLine } from "../../ipc";
import { COUNTRY_CODES, CURRENCY_OF } from "../../lib/currency/countries";
import classes from "./Template.module.css";

/** The country of the last payroll, by its currency; otherwise the first of the list. */
export function likelyCountry(lines: readonly PayrollLine[]): Country {
  const currency = lines[0]?.totals[0]?.currency;
  return COUNTRY_CODES.find((country) => CURRENCY_OF[country] === currency) ?? COUNTRY_CODES[0] ?? "NG";
}

export default function Template({ lines }: { lines: readonly PayrollLine[] }) {
  const { t } = useTranslation(["pay", "approve"]);
  const { run, error, forget } = useExport({ textOf: ({ file }) => t("template.saved", { file: file.name }) });
  const likely = likelyCountry(lines);
  return (
    <>
      <p className={classes.line}>
        {t("template.ask")}
        <Menu position="bottom" width={380}>
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
              data-testid="pay-template"
            >
              {t("template.get")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label className={classes.note}>{t("template.note")}</Menu.Label>
            <div className={classes.countries} role="group" aria-label={t("template.title")}>
              {[likely, ...COUNTRY_CODES.filter((country) => country !== likely)].map((country) => (
                <Menu.Item
                  key={country}
                  onClick={() => void run({ kind: "template", country })}
                  rightSection={country === likely ? <IconCheck size={16} stroke={1.75} aria-hidden /> : null}
                  data-testid={`pay-template-${country}`}
                >
                  {t(`approve:country.${country}`)}
                </Menu.Item>
              ))}
            </div>
          </Menu.Dropdown>
        </Menu>
      </p>
      {error !== null && <ErrorPanel error={error} onClose={forget} />}
    </>
  );
}
