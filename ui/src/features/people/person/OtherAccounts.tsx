// Other accounts paid under the same name. One may be wrong, so they are above the payments.

import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { Account, State } from "../../../components";
import type { PersonLine } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { useNavigation } from "../../../navigation";
import { idOf } from "../usePeopleView";
import classes from "./Person.module.css";

export function OtherAccounts({ accounts }: { accounts: readonly PersonLine[] }): ReactNode {
  const { t } = useTranslation("people");
  const { replace } = useNavigation();
  const id = useId();
  if (accounts.length === 0) return null;
  return (
    <section className={classes.others} aria-labelledby={id} data-testid="person-others">
      <h2 id={id}>{t("others.title")}</h2>
      <p className={classes.quiet}>{t("others.text")}</p>
      <ul>
        {accounts.map((line) => (
          <li key={idOf(line)}>
            {/* Replaces this screen, which is among the other's accounts: back leads to People. */}
            <UnstyledButton
              className={classes.other}
              onClick={() => replace({ name: "person", person: line.key })}
              data-testid={`person-other-${idOf(line)}`}
            >
              <Account number={line.accountNumber} className={classes.otherAccount} />
              <span className={classes.otherBank}>{line.bankName}</span>
              {line.lastPaidAt === null ? (
                <State of="payout" state={line.lastStatus} />
              ) : (
                <span className={classes.quiet}>{t("others.lastPaid", { when: formatDay(line.lastPaidAt) })}</span>
              )}
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
