// The payments without a result, as a list for the provider: text for an e-mail, or a workbook.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Copy, useStateWord } from "../../../components";
import { useExport } from "../../../components/useExport";
import type { OpenBatchView, OpenPaymentsView } from "../../../ipc";
import { formatAmount } from "../../../lib/currency/money";
import type { Call } from "../../../lib/useCall";
import { openPaymentsQuery, useSession } from "../../../query";
import { utcOf } from "../batches/providerMessage";

type Props = {
  id: number;
  call: Call;
  /** More actions for the same payments. */
  children?: ReactNode;
};

export function AskWithList({ id, call, children }: Props): ReactNode {
  const { t } = useTranslation(["provider", "track"]);
  const text = useListText();
  const { run } = useExport({ call, textOf: ({ file }) => t("track:exported", { file: file.name }) });
  // Fetched in advance: the clipboard accepts a text only during the click event.
  const { data } = useQuery(openPaymentsQuery(id));
  if (data === undefined || data.batches.length === 0) return null;
  return (
    <>
      <Copy text={text(data)} label={t("list.copy")} testid="open-copy-list" />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileSpreadsheet size={14} stroke={1.75} />}
        onClick={() => void run({ kind: "open_payments", payroll: id })}
        data-testid="open-save-list"
      >
        {t("list.save")}
      </Button>
      {children}
    </>
  );
}

/** The complete message with every payment. It names no person and no account. */
function useListText(): (open: OpenPaymentsView) => string {
  const { t } = useTranslation(["provider", "track"]);
  const { profileName } = useSession();
  const word = useStateWord();
  const ofBatch = ({ reference, batchId, sentAt, payments }: OpenBatchView): (string | null)[] => [
    "",
    t("message.reference", { reference }),
    batchId === null ? null : t("message.batchId", { id: batchId }),
    sentAt === null ? null : t("message.sent", { when: utcOf(sentAt) }),
    t("message.listed"),
    ...payments.map(({ reference: own, amount, currency, status }) =>
      t("message.payment", {
        reference: own,
        amount: `${currency} ${formatAmount(amount, currency)}`,
        // Payments in progress are listed only if their payroll was closed without results.
        state: status === "InProgress" ? t("track:tile.notConfirmed") : word({ of: "payout", state: status }),
      }),
    ),
  ];
  return ({ batches, unlisted }) =>
    [
      t("message.company", { name: profileName }),
      ...batches.flatMap(ofBatch),
      unlisted === 0 ? null : t("message.unlisted", { count: unlisted }),
      "",
      t("message.ask.list"),
    ]
      .filter((line) => line !== null)
      .join("\n");
}
