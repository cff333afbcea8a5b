// Unknown status words and response codes, with the user's choice of their meaning. Undecided ones change nothing.

import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";

import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomesView, OutcomeWord, WordMeaning } from "../../../ipc";
import { allMembers } from "../../../lib/allMembers";
import classes from "./Words.module.css";

const MEANINGS = allMembers<WordMeaning>({ paid: true, failed: true, not_final: true });
const NONE = "none";

type Props = {
  shown: OutcomesView;
  isBusy: boolean;
  onDecide: (word: OutcomeWord, meaning: WordMeaning | null) => void;
};

export function Words({ shown: { words, moreWords }, isBusy, onDecide }: Props): ReactNode {
  const { t } = useTranslation("outcomes");
  if (words.length === 0) return null;
  const first = words.find(({ meaning }) => meaning === null);
  const open = words.filter(({ meaning }) => meaning === null).length;
  const isAsLastTime = open === 0 && words.every(({ isRemembered }) => isRemembered);
  return (
    <section className={classes.words} aria-label={t("words.label")} data-testid="outcome-words">
      <h3 className={classes.title} data-open={open > 0 || undefined}>
        {open > 0 ? t("words.title", { count: open }) : isAsLastTime ? t("words.titleKnown") : t("words.titleDecided")}
      </h3>
      {isAsLastTime ? null : <p className={classes.text}>{t("words.text")}</p>}
      <ul className={classes.list}>
        {words.map((word) => (
          <Word
            key={`${word.kind} ${word.word}`}
            word={word}
            isFirst={word === first}
            isBusy={isBusy}
            onDecide={onDecide}
          />
        ))}
      </ul>
      {moreWords > 0 ? <p className={classes.text}>{t("words.more", { count: moreWords })}</p> : null}
    </section>
  );
}

type WordProps = Omit<Props, "shown"> & {
  word: OutcomeWord;
  /** The first undecided one takes the focus. */
  isFirst: boolean;
};

function Word({ word: one, isFirst, isBusy, onDecide }: WordProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const { kind, word, rows, meaning, isRemembered } = one;
  const name = kind === "code" ? t("words.code", { code: word }) : word;
  const options = [NONE, ...MEANINGS] as const;
  return (
    <li className={classes.word}>
      <span className={classes.name}>
        <b className="selectable" title={name}>
          {name}
        </b>
        <span>
          {t("words.rows", { count: rows })}
          {isRemembered ? ` · ${t("words.asLastTime")}` : null}
        </span>
      </span>
      <Select
        data={options.map((value) => ({ value, label: t(`words.meaning.${value}`) }))}
        value={meaning ?? NONE}
        onChange={(chosen) => onDecide(one, MEANINGS.find((known) => known === chosen) ?? null)}
        aria-label={t("words.select", { word: name })}
        readOnly={isBusy}
        data-autofocus={isFirst || undefined}
        comboboxProps={{ shadow: "md", keepMounted: false, withinPortal: true }}
        withScrollArea={false}
        className={classes.select ?? ""}
        data-testid={`outcome-${kind === "code" ? "code" : "word"}-${word}`}
      />
    </li>
  );
}
