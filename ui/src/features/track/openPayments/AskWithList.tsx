// The payments without a result, as a list to ask the provider with: text for an e-mail, or a workbook.

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
  /** More ways to ask about the same payments. */
  children?: ReactNode;
};

export function AskWithList({ id, call, children }: Props): ReactNode {
  const { t } = useTranslation(["provider", "track"]);
  const text = useListText();
  const { run } = useExport({ call, textOf: ({ file }) => t("track:exported", { file: file.name }) });
  // Read beforehand: the clipboard takes a text only while the click is handled.
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

/** The message with every payment in it, ready to be sent. No person and no account is named. */
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
        // One in progress is listed only where its payroll was closed without its result.
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
