// The branches of the chosen bank, fetched when they are first opened.

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Waiting } from "../../components";
import type { Country, DestinationView } from "../../ipc";
import { formatMoment } from "../../lib/time/dates";
import { useBranches } from "../../query";
import classes from "./Banks.module.css";
import { Entry } from "./Entry";

type Props = { country: Country; bank: DestinationView | null };

export function Branches({ country, bank }: Props): ReactNode {
  const { t } = useTranslation("banks");
  if (bank === null) {
    return (
      <section className={classes.list} aria-label={t("branches")}>
        <p className={classes.none}>{t("chooseBank")}</p>
      </section>
    );
  }
  return <BranchesOf country={country} bank={bank} />;
}

function BranchesOf({ country, bank }: { country: Country; bank: DestinationView }): ReactNode {
  const { t } = useTranslation("banks");
  const [text, setText] = useState("");
  const branches = useBranches(country, bank.code);
  const needle = text.trim().toLowerCase();
  const all = branches.data?.branches ?? [];
  const found = all.filter(({ code, name }) => `${name} ${code}`.toLowerCase().includes(needle));
  return (
    <section className={classes.list} aria-label={t("branchesOf", { name: bank.name })} data-testid="banks-branches">
      <h2 className={classes.branchesTitle}>{bank.name}</h2>
      {branches.data === undefined ? (
        <div className={classes.failure}>
          <Waiting query={branches} label={t("loadingBranches")} rows={8} height={40} columns={2} />
        </div>
      ) : (
        <>
          <TextInput
            className={classes.search}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            leftSection={<IconSearch size={16} stroke={1.75} />}
            placeholder={t("searchBranch")}
            aria-label={t("searchBranch")}
            autoComplete="off"
            spellCheck={false}
            data-testid="banks-branch-search"
          />
          <div className={classes.entries}>
            <ul className={classes.plain}>
              {found.map(({ code, name }) => (
                <Entry key={code} code={code} name={name} />
              ))}
            </ul>
            {found.length === 0 ? (
              <p className={classes.none}>{t(all.length === 0 ? "noBranches" : "noBranchMatch")}</p>
            ) : null}
          </div>
          <p className={classes.foot}>
            {t("branchCount", { count: all.length })} ·{" "}
            {t("fetchedAt", { time: formatMoment(branches.data.fetchedAt) })}
          </p>
        </>
      )}
    </section>
  );
}
