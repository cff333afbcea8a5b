// The counts are the filters: one tile per state, with its people and sums.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { type StateStyle, styleOfState, useStateWord } from "../../../components";
import type { Total, TrackView } from "../../../ipc";
import { formatAmount } from "../../../lib/currency/money";
import { formatCount } from "../../../lib/time/dates";
import { orNothing } from "../../../payroll/totals";
import { type DisplayedState, displayedProgressState } from "../displayedState";
import { type Filter, type Tile, tiles } from "../status";
import classes from "../Track.module.css";
import { useIsNarrow } from "../useIsNarrow";

/** Fewer tiles keep their width, so that they do not jump when another one appears. */
const COLUMNS_MIN = 6;
/** In a narrow window the texts need more width. */
const COLUMNS_MIN_NARROW = 5;
const TEST_IDS: Partial<Record<Filter, string>> = {
  InProgress: "in-progress",
  NotSent: "not-sent",
  NotAccepted: "not-accepted",
};

type Props = { view: TrackView; filter: Filter; onFilter: (filter: Filter) => void };

export function Tiles({ view, filter, onFilter }: Props): ReactNode {
  const { t } = useTranslation("track");
  const shown = tiles(view);
  const columnsMin = useIsNarrow() ? COLUMNS_MIN_NARROW : COLUMNS_MIN;
  return (
    <div
      className={classes.tiles}
      role="group"
      aria-label={t("tile.filters")}
      style={{ gridTemplateColumns: `repeat(${Math.max(columnsMin, shown.length)}, minmax(0, 1fr))` }}
    >
      {shown.map((tile) => (
        <TileButton
          key={tile.filter}
          tile={tile}
          shown={shownOf(tile.filter, view)}
          totals={view.totals}
          isActive={tile.filter === filter}
          onPick={() => onFilter(tile.filter === filter ? "everyone" : tile.filter)}
        />
      ))}
    </div>
  );
}

/** A state is never cut: the longest has a shorter text beside its count. */
function shownOf(filter: Filter, view: TrackView): DisplayedState | null {
  switch (filter) {
    case "everyone":
      return null;
    case "InProgress":
      return displayedProgressState(view);
    case "Conflict":
      return { which: { of: "payout", state: filter }, instead: "conflict" };
    default:
      return { which: { of: "payout", state: filter } };
  }
}

type TileStyle = { stateStyle: StateStyle | null; label: string; word: string };

function useTileStyle(shown: DisplayedState | null): TileStyle {
  const { t } = useTranslation("track");
  const stateWord = useStateWord();
  if (shown === null) return { stateStyle: null, label: t("tile.everyone"), word: t("tile.everyone") };
  const { which, instead } = shown;
  const label = instead === undefined ? stateWord(which) : t(`tile.${instead}`);
  return { stateStyle: styleOfState(which), label, word: instead === "conflict" ? stateWord(which) : label };
}

type TileProps = { tile: Tile; shown: DisplayedState | null; totals: Total[]; isActive: boolean; onPick: () => void };

function TileButton({ tile, shown: state, totals: all, isActive, onPick }: TileProps): ReactNode {
  const { t } = useTranslation("track");
  const { filter, people, totals } = tile;
  const { stateStyle, label, word } = useTileStyle(state);
  const Icon = stateStyle?.icon;
  const [own] = all;
  const shown = own === undefined ? totals : totals.length === 0 ? [orNothing([], own.currency)] : totals;
  return (
    <button
      type="button"
      className={classes.tile}
      aria-pressed={isActive}
      onClick={onPick}
      data-testid={`tile-${TEST_IDS[filter] ?? filter.toLowerCase()}`}
    >
      <span className={classes.tileHead}>
        <span className={classes.tileWord} data-tone={people === 0 ? "plain" : stateStyle?.tone}>
          {Icon === undefined ? null : <Icon size={16} stroke={1.75} />}
          <span title={word}>{label}</span>
        </span>
        <span className={classes.tilePeople}>
          {formatCount(people)}
          <span className="visually-hidden"> {t("tile.people", { count: people })}, </span>
        </span>
      </span>
      {shown.map(({ sum, currency }) => (
        <span key={currency} className={classes.tileSum}>
          {all.length > 1 ? `${currency} ` : null}
          {formatAmount(sum, currency)}
        </span>
      ))}
    </button>
  );
}
