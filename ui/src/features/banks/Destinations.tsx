// The banks, wallets and pickup points of a country.

import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconSearch } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, SkeletonRows } from "../../components";
import type { AppError, BankKind, Country, DeskError, DestinationsView, DestinationView, ListView } from "../../ipc";
import { searchBanks } from "../../lib/banks/bankSearch";
import { useSessionAction } from "../../session/useSessionAction";
import classes from "./Banks.module.css";
import { Entry } from "./Entry";

type Props = {
  country: Country;
  destinations: UseQueryResult<DestinationsView>;
  /** The error of the last refresh. */
  failed: DeskError | null;
  chosen: DestinationView | null;
  onChoose: (bank: DestinationView) => void;
};

const KINDS = ["bank", "mobile_money", "pickup"] as const satisfies BankKind[];

export function Destinations({ country, destinations, failed, chosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation(["banks", "approve"]);
  const [text, setText] = useState("");
  const { data, error } = destinations;
  const found = searchBanks(data?.banks ?? [], text);
  return (
    <section className={classes.list} aria-label={t(`approve:country.${country}`)}>
      <TextInput
        className={classes.search}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        placeholder={t("search")}
        aria-label={t("search")}
        autoComplete="off"
        spellCheck={false}
        data-testid="banks-search"
      />
      <div className={classes.entries}>
        <Failures lists={data?.lists ?? []} error={failed ?? error} onRetry={() => void destinations.refetch()} />
        {data === undefined && error === null ? <SkeletonRows rows={10} height={40} columns={2} /> : null}
        {KINDS.map((kind) => (
          <Group
            key={kind}
            kind={kind}
            entries={found.filter((bank) => bank.kind === kind)}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
        {data !== undefined && data.banks.length > 0 && found.length === 0 ? (
          <p className={classes.none}>{t("noMatch", { country: t(`approve:country.${country}`) })}</p>
        ) : null}
      </div>
    </section>
  );
}

type GroupProps = {
  kind: BankKind;
  entries: DestinationView[];
  chosen: DestinationView | null;
  onChoose: (bank: DestinationView) => void;
};

function Group({ kind, entries, chosen, onChoose }: GroupProps): ReactNode {
  const { t } = useTranslation("banks");
  if (entries.length === 0) return null;
  return (
    <>
      <h2 className={classes.group}>{t(`kind.${kind}`)}</h2>
      <ul className={classes.plain}>
        {entries.map((bank) => (
          <Entry key={bank.code} code={bank.code} name={bank.name} isChosen={chosen?.code === bank.code}>
            {kind === "bank" ? (
              <UnstyledButton
                className={classes.open}
                aria-label={t("showBranches", { name: bank.name })}
                aria-pressed={chosen?.code === bank.code}
                onClick={() => onChoose(bank)}
                data-testid={`banks-bank-${bank.code}`}
              >
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
            ) : null}
          </Entry>
        ))}
      </ul>
    </>
  );
}

type FailuresProps = { lists: ListView[]; error: Error | null; onRetry: () => void };

/** Why a list is missing or old, with the next action. Each cause is shown once. */
function Failures({ lists, error, onRetry }: FailuresProps): ReactNode {
  const { t } = useTranslation("frame");
  const unlocking = useSessionAction(onRetry);
  const failedList = lists.find(({ failure }) => failure !== null);
  const failure: AppError | Error | null = error ?? failedList?.failure ?? null;
  if (failure === null) return null;
  const isLocked = "code" in failure && failure.code === "locked";
  return (
    <div className={classes.failure}>
      {isLocked ? (
        <ErrorPanel
          error={failure}
          actions={
            <Button size="xs" variant="default" loading={unlocking.busy} onClick={unlocking.unlock}>
              {t("session.unlock")}
            </Button>
          }
        />
      ) : (
        <ErrorPanel error={failure} onRetry={onRetry} />
      )}
    </div>
  );
}
