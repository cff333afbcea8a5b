/** Opened payrolls that are not paid yet: continue or discard. */
import { Button } from "@mantine/core";
import { IconFilePencil } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PayrollLine } from "../../ipc";
import { formatWhen } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { discardDraft } from "../../query";
import classes from "./Pay.module.css";
import { Sums } from "./Sums";

const ConfirmDialog = lazy(async () => ({ default: (await import("../../components/ConfirmDialog")).ConfirmDialog }));

/** Older ones are in Payrolls. */
const SHOWN_MAX = 3;

export function Unfinished({ lines }: { lines: PayrollLine[] }) {
  const { t } = useTranslation("pay");
  const { go } = useNavigation();
  const [discarded, setDiscarded] = useState<PayrollLine | null>(null);
  return (
    <section className={classes.group}>
      <h2 className={classes.groupTitle}>{t("open.title")}</h2>
      <ul className={classes.list}>
        {lines.slice(0, SHOWN_MAX).map((line) => {
          const { id, name, fileName, state, people, totals, createdAt } = line;
          const when = formatWhen(createdAt);
          return (
            <li key={id} className={classes.line} data-testid={`pay-open-${id}`}>
              <span className={classes.tile}>
                <IconFilePencil size={18} stroke={1.75} />
              </span>
              <div className={classes.what}>
                <h3 className={classes.name}>{t("open.goOnWith", { name })}</h3>
                <p className={classes.facts}>
                  {/* Payrolls of one month share a name; their files distinguish them. */}
                  {fileName === "" ? t("open.noFile") : fileName} · {t("again.people", { count: people })} ·{" "}
                  {state === "frozen" ? t("open.frozen", { when }) : t("open.draft", { when })}
                </p>
              </div>
              <div className={classes.sums}>
                <Sums totals={totals} />
              </div>
              <div className={classes.deeds}>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={t("open.discardNamed", { name })}
                  onClick={() => setDiscarded(line)}
                >
                  {t("open.discard")}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t("open.goOnWith", { name })}
                  onClick={() => go({ name: state === "frozen" ? "approve" : "check", id })}
                >
                  {t("open.goOn")}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {lines.length > SHOWN_MAX && (
        <Button size="xs" variant="subtle" className={classes.more} onClick={() => go({ name: "payrolls" })}>
          {t("open.more", { count: lines.length - SHOWN_MAX })}
        </Button>
      )}
      {discarded !== null && (
        <Suspense>
          <ConfirmDialog
            opened
            danger
            onClose={() => setDiscarded(null)}
            title={t("discard.title", { name: discarded.name })}
            confirm={t("discard.confirm", { name: discarded.name })}
            onConfirm={() => discardDraft(discarded.id)}
          >
            {t("discard.body", { count: discarded.people })}
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}
