/** The difference to the last similar payroll: one line of counts, and its list. */
import { Button } from "@mantine/core";
import { IconArrowsDiff, IconAlertTriangleFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Account, Dialog, ScrollRegion, TextButton } from "../../../components";
import type { ComparisonView, Difference, DifferenceKind, DraftView } from "../../../ipc";
import { formatAmount } from "../../../lib/currency/money";
import { formatDay } from "../../../lib/time/dates";
import { allMembers } from "../../../lib/allMembers";
import { comparisonQuery } from "../../../query";
import classes from "../Check.module.css";
import { useWords, type Words } from "../words";

const KINDS = allMembers<DifferenceKind>({
  account_changed: true,
  new_person: true,
  person_gone: true,
  amount_up: true,
  amount_down: true,
});

const countOf = ({ counts }: ComparisonView, kind: DifferenceKind): number =>
  counts.find((count) => count.kind === kind)?.count ?? 0;

export function Compared({ draft, onShow }: { draft: DraftView; onShow: (position: number) => void }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const { data: view } = useQuery(comparisonQuery(draft.id));
  if (view === undefined || (view.with === null && view.sameFile === null)) return null;
  const counts = KINDS.filter((kind) => countOf(view, kind) > 0).map((kind) =>
    t(`compared.count.${kind}`, { count: countOf(view, kind), pct: view.thresholdPct }),
  );
  return (
    <>
      {view.sameFile !== null && (
        <p className={classes.notes} data-tone="attention" role="alert" data-testid="same-file">
          <IconAlertTriangleFilled size={16} aria-hidden />
          <span>{sameFile(t, view.sameFile)}</span>
        </p>
      )}
      {view.with !== null && (
        <p className={classes.notes} data-testid="compared">
          <IconArrowsDiff size={16} stroke={1.75} aria-hidden />
          <span>
            {counts.length === 0
              ? t("compared.same", { name: view.with.name })
              : t("compared.line", { name: view.with.name, what: counts.join(", ") })}{" "}
            {counts.length > 0 && (
              <TextButton onClick={() => setOpen(true)} data-testid="compared-look">
                {t("compared.look")}
              </TextButton>
            )}
          </span>
        </p>
      )}
      <Dialog
        opened={open}
        onClose={() => setOpen(false)}
        title={t("compared.title", { name: view.with?.name ?? "" })}
        size="xl"
      >
        <Differences
          view={view}
          onShow={(position) => {
            setOpen(false);
            onShow(position);
          }}
        />
      </Dialog>
    </>
  );
}

export function sameFile(t: Words, { name, approvedAt }: NonNullable<ComparisonView["sameFile"]>): string {
  return t("compared.sameFile", { name, when: approvedAt === null ? "" : formatDay(approvedAt) });
}

function Differences({ view, onShow }: { view: ComparisonView; onShow: (position: number) => void }) {
  const t = useWords();
  return (
    <ScrollRegion label={t("compared.title", { name: view.with?.name ?? "" })} className={classes.skippedScroll}>
      {KINDS.filter((kind) => countOf(view, kind) > 0).map((kind) => {
        const listed = view.differences.filter((difference) => difference.kind === kind);
        const more = countOf(view, kind) - listed.length;
        return (
          <section key={kind} className={classes.kindOf}>
            <h3>{t(`compared.count.${kind}`, { count: countOf(view, kind), pct: view.thresholdPct })}</h3>
            <table className={`${classes.skippedTable} ${classes.comparedTable}`}>
              <tbody>
                {listed.map((difference) => (
                  <tr key={`${difference.position}-${difference.name}-${difference.accountBefore}`}>
                    <td className="num">{difference.position === null ? "" : (difference.row ?? t("grid.added"))}</td>
                    <td className="selectable">{difference.name}</td>
                    <td className="selectable">
                      <DifferenceDetail difference={difference} />
                    </td>
                    <td className={classes.toTheRow}>
                      {difference.position !== null && (
                        <Button size="compact-xs" variant="default" onClick={() => onShow(difference.position ?? 0)}>
                          {t("compared.show")}
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {more > 0 && <p className={classes.dialogNote}>{t("compared.more", { count: more })}</p>}
          </section>
        );
      })}
    </ScrollRegion>
  );
}

function DifferenceDetail({ difference }: { difference: Difference }) {
  const { kind, account, accountBefore, amount, amountBefore, currency } = difference;
  const sum = (value: string | null) => (value === null ? "" : `${currency} ${formatAmount(value, currency)}`);
  switch (kind) {
    case "account_changed":
      return (
        <>
          <Account number={accountBefore ?? ""} />
          {" → "}
          <Account number={account ?? ""} />
        </>
      );
    case "amount_up":
    case "amount_down":
      return <span className="num">{`${sum(amountBefore)} → ${sum(amount)}`}</span>;
    case "new_person":
      return <span className="num">{sum(amount)}</span>;
    case "person_gone":
      return <span className="num">{sum(amountBefore)}</span>;
  }
}
