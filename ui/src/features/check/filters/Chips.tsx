/** The counts, which are the filters; and at the right other actions, the name check and the search. */
import {
  IconAlertTriangleFilled,
  IconBuildingBank,
  IconCheck,
  IconCircleMinus,
  IconHistory,
  IconInfoCircle,
  IconPencil,
} from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { FilterChip, type StateStyle } from "../../../components";
import type { DraftView } from "../../../ipc";
import classes from "../Check.module.css";
import { chipKey, chipsOf, STATES, stateCount, type Chip, type ChipGroup } from "../state/rows/filter";
import { useWords, type Words } from "../words";
import { FilterMenu, type FilterMenuProps } from "./FilterMenu";
import { NameCheck } from "./NameCheck";
import { Search } from "./Search";
import own from "./Filters.module.css";

const FIX: StateStyle = { icon: IconAlertTriangleFilled, tone: "attention" };
const DECIDE: StateStyle = { icon: IconInfoCircle, tone: "attention" };
const GROUP_STYLES = {
  edited: { icon: IconPencil, tone: "plain" },
  accepted: { icon: IconCheck, tone: "plain" },
  excluded: { icon: IconCircleMinus, tone: "excluded" },
  ready: { icon: IconCheck, tone: "plain" },
  to_fix: FIX,
  to_decide: DECIDE,
} as const satisfies Record<ChipGroup, StateStyle>;

/** With more chips the name check is an icon, so that they fit in one line. */
const CHIPS_BESIDE_MAX = 6;

type Props = FilterMenuProps & {
  text: string;
  onText: (text: string) => void;
  onError: (error: unknown) => void;
  tools: ReactNode;
};

export const Chips = memo(function Chips({
  draft,
  chip: chosen,
  onChip,
  text,
  onText,
  bank,
  onBank,
  paid,
  onPaid,
  onError,
  tools,
}: Props) {
  const t = useWords();
  const ownBank = draft.banks.find(({ bankCode }) => bankCode === bank);
  const state = chosen.kind === "group" && STATES.find((known) => known === chosen.group && known !== "excluded");
  return (
    <div className={own.chips}>
      <div className={classes.chipList} role="group" aria-label={t("chips.label")}>
        {chipsOf(draft).map(({ chip, count, stops }) => (
          <FilterChip
            key={chipKey(chip)}
            label={chipWord(t, chip)}
            count={count}
            {...styleOfChip(chip, stops)}
            active={chipKey(chip) === chipKey(chosen)}
            onToggle={() => onChip(chipKey(chip) === chipKey(chosen) ? { kind: "all" } : chip)}
            testid={`chip-${chipKey(chip)}`}
          />
        ))}
        {chosen.kind === "group" && state !== false && state !== undefined && (
          <FilterChip
            label={t(`states:row.${state}`)}
            count={stateCount(draft, state)}
            {...styleOfChip(chosen, undefined)}
            active
            onToggle={() => onChip({ kind: "all" })}
            testid={`chip-${state}`}
          />
        )}
        {bank !== undefined && (
          <FilterChip
            label={ownBank?.bankName ?? t("chips.noBank")}
            stateStyle={{ icon: IconBuildingBank, tone: "plain" }}
            active
            onToggle={() => onBank(undefined)}
            testid="chip-bank"
          />
        )}
        {paid !== undefined && (
          <FilterChip
            label={t(`narrow.${paid}`)}
            stateStyle={{ icon: IconHistory, tone: "plain" }}
            active
            onToggle={() => onPaid(undefined)}
            testid="chip-paid"
          />
        )}
      </div>
      <div className={own.chipEnd}>
        <Summary draft={draft} />
        <NameCheck draft={draft} onError={onError} isSmall={chipsOf(draft).length > CHIPS_BESIDE_MAX} />
        <Search text={text} onText={onText} />
        <FilterMenu {...{ draft, onChip, bank, onBank, paid, onPaid }} chip={chosen} />
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

function styleOfChip(chip: Chip, stops: boolean | undefined): { stateStyle?: StateStyle } {
  if (chip.kind === "all") return {};
  if (chip.kind === "group") return { stateStyle: GROUP_STYLES[chip.group] };
  return { stateStyle: stops === true ? FIX : DECIDE };
}

/** When no problem is left: the excluded people. */
function Summary({ draft }: { draft: DraftView }) {
  const t = useWords();
  if (draft.toFix + draft.toDecide > 0 || draft.rows === 0) return null;
  const excluded = draft.excluded > 0 ? ` ${t("excludedCount", { count: draft.excluded })}` : "";
  return <p className={own.summary}>{`${t("nothingToFix")}${excluded}`}</p>;
}
