/** The title bar: the payroll and its source, undo and redo, and Review. */
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconChevronDown } from "@tabler/icons-react";
import { memo } from "react";
import { TitleBar } from "../../../components";
import type { Country, Currency, DraftView } from "../../../ipc";
import { COUNTRY_CODES, CURRENCY_OF } from "../../../lib/currency/countries";
import { formatMoney } from "../../../lib/currency/money";
import { chord } from "../../../lib/keyboard/keys";
import classes from "../Check.module.css";
import { reviewReason } from "../state/reviewReason";
import { useWords } from "../words";
import own from "./Head.module.css";
import { Origin } from "./Origin";

type Props = {
  draft: DraftView;
  onUndo: () => void;
  onRedo: () => void;
  onReview: () => void;
  onDestination: (country: Country, currency: Currency) => void;
};

export const Head = memo(function Head({ draft, onUndo, onRedo, onReview, onDestination }: Props) {
  const t = useWords();
  const { fileName: file, sheet, rows: count } = draft;
  // A text file has no sheets: its file name is repeated there.
  const isNamed = sheet !== "" && !file.startsWith(`${sheet}.`);
  return (
    <TitleBar
      title={draft.name === "" ? file : draft.name}
      second={
        <span className={own.second}>
          <span className={own.source} title={file === "" ? undefined : file}>
            <Origin id={draft.id} file={file} />
          </span>
          <span className={own.sourceRest}>
            {` · ${isNamed ? t("sheetRows", { sheet, count }) : t("rows", { count })} · `}
          </span>
          <Destination draft={draft} onDestination={onDestination} />
        </span>
      }
      actions={
        <>
          <Step
            label={t("undo")}
            keys={chord("Z")}
            can={draft.canUndo}
            onStep={onUndo}
            testid="check-undo"
            redo={false}
          />
          <Step
            label={t("redo")}
            keys={chord("Z", "shift")}
            can={draft.canRedo}
            onStep={onRedo}
            testid="check-redo"
            redo
          />
          <Review draft={draft} onReview={onReview} />
        </>
      }
    />
  );
});

type StepProps = { label: string; keys: string; can: boolean; onStep: () => void; testid: string; redo: boolean };

function Step({ label, keys, can, onStep, testid, redo }: StepProps) {
  const Icon = redo ? IconArrowForwardUp : IconArrowBackUp;
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        variant="default"
        className={own.step}
        size={36}
        aria-label={label}
        disabled={!can}
        onClick={onStep}
        data-testid={testid}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

function Review({ draft, onReview }: { draft: DraftView; onReview: () => void }) {
  const t = useWords();
  const reason = reviewReason(t, draft);
  const count = draft.payable.reduce((sum, total) => sum + total.count, 0);
  const [only, ...others] = draft.payable;
  return (
    <span className={own.reviewBox}>
      {reason !== undefined && (
        <span className={own.reason} id="check-reason">
          {reason}
        </span>
      )}
      <Button
        className={own.review}
        disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : "check-reason"}
        onClick={onReview}
        data-testid="check-review"
      >
        {t("review", { count })}
        {only !== undefined && others.length === 0 && (
          <span className={own.reviewSum}>{formatMoney(only.sum, only.currency)}</span>
        )}
      </Button>
    </span>
  );
}

function Destination({ draft, onDestination }: { draft: DraftView; onDestination: Props["onDestination"] }) {
  const t = useWords();
  const words = { country: t(`approve:country.${draft.country}`), currency: draft.currency };
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <button
          type="button"
          className={own.destination}
          aria-label={t("changeDestination", words)}
          data-testid="check-destination"
        >
          {t("destination", words)}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.countries}>
        <Menu.Label>{t("destinationNote")}</Menu.Label>
        {COUNTRY_CODES.map((country) => (
          <Menu.Item
            key={country}
            onClick={() => country !== draft.country && onDestination(country, CURRENCY_OF[country])}
            rightSection={
              country === draft.country ? (
                <IconCheck size={16} stroke={1.75} />
              ) : (
                <span className={classes.code}>{CURRENCY_OF[country]}</span>
              )
            }
          >
            {t(`approve:country.${country}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
