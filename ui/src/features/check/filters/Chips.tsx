/** The counts, which are the filters; and at the right what is left to say, the name check and the search. */
import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import {
  IconAlertTriangleFilled,
  IconBuildingBank,
  IconCheck,
  IconCircleMinus,
  IconFilter,
  IconInfoCircle,
  IconPencil,
  IconSearch,
  IconUserCheck,
  IconX,
} from "@tabler/icons-react";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { FilterChip, type Look } from "../../../components";
import { type DraftView, ipc } from "../../../ipc";
import classes from "../Check.module.css";
import { chipKey, chipsOf, STATES, stateCount, type Chip, type ChipGroup } from "../state/filter";
import { useWords, type Words } from "../words";

const FIX: Look = { icon: IconAlertTriangleFilled, tone: "attention" };
const DECIDE: Look = { icon: IconInfoCircle, tone: "attention" };
const GROUP_LOOKS = {
  edited: { icon: IconPencil, tone: "plain" },
  accepted: { icon: IconCheck, tone: "plain" },
  excluded: { icon: IconCircleMinus, tone: "excluded" },
  ready: { icon: IconCheck, tone: "plain" },
  to_fix: FIX,
  to_decide: DECIDE,
} as const satisfies Record<ChipGroup, Look>;

/** With more chips than this the name check is an icon, to leave them one line. */
const CHIPS_BESIDE_MAX = 6;

type Props = {
  draft: DraftView;
  chip: Chip;
  onChip: (chip: Chip) => void;
  text: string;
  onText: (text: string) => void;
  /** Code of the bank whose rows are shown. */
  bank: string | undefined;
  onBank: (bank: string | undefined) => void;
  onError: (error: unknown) => void;
  tools: ReactNode;
};

export const Chips = memo(function Chips({ draft, chip: chosen, onChip, text, onText, bank, onBank, onError, tools }: Props) {
  const t = useWords();
  const own = draft.banks.find(({ bankCode }) => bankCode === bank);
  const state = chosen.kind === "group" && STATES.find((known) => known === chosen.group && known !== "excluded");
  return (
    <div className={classes.chips}>
      <div className={classes.chipList} role="group" aria-label={t("chips.label")}>
        {chipsOf(draft).map(({ chip, count, stops }) => (
          <FilterChip
            key={chipKey(chip)}
            label={chipWord(t, chip)}
            count={count}
            {...lookOf(chip, stops)}
            active={chipKey(chip) === chipKey(chosen)}
            onToggle={() => onChip(chipKey(chip) === chipKey(chosen) ? { kind: "all" } : chip)}
            testid={`chip-${chipKey(chip)}`}
          />
        ))}
        {chosen.kind === "group" && state !== false && state !== undefined && (
          <FilterChip
            label={t(`states:row.${state}`)}
            count={stateCount(draft, state)}
            {...lookOf(chosen, undefined)}
            active
            onToggle={() => onChip({ kind: "all" })}
            testid={`chip-${state}`}
          />
        )}
        {bank !== undefined && (
          <FilterChip
            label={own?.bankName ?? t("chips.noBank")}
            look={{ icon: IconBuildingBank, tone: "plain" }}
            active
            onToggle={() => onBank(undefined)}
            testid="chip-bank"
          />
        )}
      </div>
      <div className={classes.chipEnd}>
        <Summary draft={draft} />
        <Names draft={draft} onError={onError} isSmall={chipsOf(draft).length > CHIPS_BESIDE_MAX} />
        <Search text={text} onText={onText} />
        <Narrow draft={draft} chip={chosen} onChip={onChip} bank={bank} onBank={onBank} />
        {tools}
      </div>
    </div>
  );
});

function chipWord(t: Words, chip: Chip): string {
  switch (chip.kind) {
    case "all":
      return t("chips.all");
    case "problem":
      return t(`problems:${chip.code}.chip`);
    case "group":
      return t(`chips.${chip.group}`);
  }
}

function lookOf(chip: Chip, stops: boolean | undefined): { look?: Look } {
  if (chip.kind === "all") return {};
  if (chip.kind === "group") return { look: GROUP_LOOKS[chip.group] };
  return { look: stops === true ? FIX : DECIDE };
}

type NarrowProps = Pick<Props, "draft" | "chip" | "onChip" | "bank" | "onBank">;

/** Rows of one state, rows of one bank. */
function Narrow({ draft, chip, onChip, bank, onBank }: NarrowProps) {
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
            rightSection={isOf(state) ? <IconCheck size={16} stroke={1.75} /> : <span className={classes.code}>{stateCount(draft, state)}</span>}
            data-testid={`narrow-${state}`}
          >
            {t(`states:row.${state}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t("narrow.bank")}</Menu.Label>
        {draft.banks.map(({ bankCode, bankName, total }) => (
          <Menu.Item
            key={`${bankCode} ${total.currency}`}
            onClick={() => onBank(bank === bankCode ? undefined : bankCode)}
            rightSection={bank === bankCode ? <IconCheck size={16} stroke={1.75} /> : <span className={classes.code}>{total.count}</span>}
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

/** Once nothing asks for anything: who was left out. */
function Summary({ draft }: { draft: DraftView }) {
  const t = useWords();
  if (draft.toFix + draft.toDecide > 0 || draft.rows === 0) return null;
  const excluded = draft.excluded > 0 ? ` ${t("excludedCount", { count: draft.excluded })}` : "";
  return <p className={classes.summary}>{`${t("nothingToFix")}${excluded}`}</p>;
}

type NamesProps = { draft: DraftView; onError: (error: unknown) => void; isSmall: boolean };

/** Asks the banks for the holders' names; the count moves while they answer. */
function Names({ draft, onError, isSmall }: NamesProps) {
  const { id, names } = draft;
  const t = useWords();
  const [asked, setAsked] = useState(false);
  // Once all are asked there is nothing to ask about until somebody's account or bank is another one.
  const isDone = !names.running && names.total > 0 && names.done >= names.total;
  const [askedFor, setAskedFor] = useState<number>();
  if (isDone && askedFor === undefined) setAskedFor(draft.edited);
  if (names.running && askedFor !== undefined) setAskedFor(undefined);
  if (!names.available) return null;
  if (names.running) {
    return (
      <span className={classes.names} data-testid="names-progress">
        <IconUserCheck size={16} stroke={1.75} />
        <span className="num">{t("names.progress", { done: names.done, total: names.total })}</span>
        <button type="button" className={classes.link} onClick={() => void ipc.stopNames(id).catch(onError)} data-testid="stop-names">
          {t("names.stop")}
        </button>
      </span>
    );
  }
  if (isDone && (askedFor ?? draft.edited) === draft.edited) return null;
  const check = async () => {
    if (asked) return;
    setAsked(true);
    try {
      await ipc.checkNames(id);
    } catch (error) {
      onError(error);
    } finally {
      setAsked(false);
    }
  };
  if (isSmall) {
    return (
      <Tooltip label={t("names.checkLong")}>
        <ActionIcon size={28} aria-label={t("names.checkLong")} onClick={() => void check()} data-testid="check-names">
          <IconUserCheck size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Tooltip label={t("names.checkLong")}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserCheck size={16} stroke={1.75} />}
        onClick={() => void check()}
        data-testid="check-names"
      >
        {t("names.check")}
      </Button>
    </Tooltip>
  );
}

/** A search that opens from its icon or with Ctrl+F, and closes when it is left empty. */
function Search({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "f") return;
      event.preventDefault();
      setOpen(true);
      input.current?.select();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  if (!open && text === "") {
    return (
      <Tooltip label={`${t("findOpen")} (Ctrl+F)`}>
        <ActionIcon size={28} aria-label={t("find")} onClick={() => setOpen(true)} data-testid="check-find">
          <IconSearch size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    );
  }
  const close = () => {
    onText("");
    setOpen(false);
  };
  return (
    <span className={classes.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <input
        ref={input}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && close()}
        onBlur={() => text === "" && setOpen(false)}
        placeholder={t("find")}
        aria-label={t("find")}
        autoFocus
        spellCheck={false}
        data-testid="check-find-text"
      />
      {text !== "" && (
        <button type="button" className={classes.clear} onClick={close} aria-label={t("findClear")}>
          <IconX size={14} stroke={1.75} />
        </button>
      )}
    </span>
  );
}
