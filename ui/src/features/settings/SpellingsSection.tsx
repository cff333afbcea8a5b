/** Bank names of files, as mapped in approved payrolls: listed and deleted. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, useToast } from "../../components";
import { type BankSpellingView, ipc } from "../../ipc";
import { formatDay } from "../../lib/time/dates";
import { bankSpellingsQuery, keys, queryClient } from "../../query";
import classes from "./Settings.module.css";

export function SpellingsSection() {
  const { t } = useTranslation("settings");
  const { data: spellings, error, refetch } = useQuery(bankSpellingsQuery);
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <section className={classes.section} data-section="spellings" data-testid="settings-spellings">
      <h2 className={classes.heading}>{t("spellings.title")}</h2>
      <p className={classes.lead}>{t("spellings.lead")}</p>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {failure !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={failure} onClose={() => setFailure(null)} />
        </div>
      )}
      {spellings !== undefined && (
        <div className={classes.card}>
          {spellings.map((spelling) => (
            <Spelling key={`${spelling.country} ${spelling.text}`} spelling={spelling} onError={setFailure} />
          ))}
          {spellings.length === 0 && (
            <div className={classes.row} data-testid="spellings-none">
              <h3 className={classes.rowTitle}>{t("spellings.none")}</h3>
              <p className={classes.rowBody}>{t("spellings.noneBody")}</p>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

interface Props {
  readonly spelling: BankSpellingView;
  readonly onError: (error: unknown) => void;
}

function Spelling({ spelling: { country, text, bankName, confirmedBy, confirmedAt, isUsed }, onError }: Props) {
  const { t } = useTranslation(["settings", "approve"]);
  const toast = useToast();
  const forget = async () => {
    onError(null);
    try {
      queryClient.setQueryData(keys.bankSpellings, await ipc.forgetBankSpelling(country, text));
      toast(t("spellings.forgotten", { text: t("spellings.quoted", { text }) }));
    } catch (thrown) {
      onError(thrown);
    }
  };
  const facts = { country: t(`approve:country.${country}`), by: confirmedBy, when: formatDay(confirmedAt) };
  return (
    <div className={classes.row} data-testid="spelling">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={`${classes.rowTitle} selectable`}>
            {t("spellings.is", { text: t("spellings.quoted", { text }), bank: bankName })}
          </h3>
          <p className={classes.rowBody}>{t("spellings.facts", facts)}</p>
          {!isUsed && <p className={classes.rowBody}>{t("spellings.unlisted")}</p>}
        </div>
        <Button
          size="xs"
          variant="subtle"
          data-danger
          aria-label={t("spellings.forgetNamed", { text: t("spellings.quoted", { text }) })}
          onClick={() => void forget()}
          data-testid="spelling-forget"
        >
          {t("spellings.forget")}
        </Button>
      </div>
    </div>
  );
}
