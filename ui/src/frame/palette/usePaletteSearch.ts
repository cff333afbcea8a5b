/** The palette's search for payments in all payrolls: by person, account, reference, batch ID or amount. */
import { useDebouncedValue } from "@mantine/hooks";
import { IconCash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useStateWord } from "../../components";
import type { FoundPayment } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { useNavigation } from "../../navigation";
import { SEARCH_CHARS_MIN, searchQuery } from "../../query";
import type { PaletteAction } from "./usePaletteActions";

const TYPING_MS = 150;

type Search = { payments: PaletteAction[]; status: "idle" | "searching" | "failed" };

export function usePaletteSearch(typed: string): Search {
  const { t } = useTranslation("frame");
  const { go } = useNavigation();
  const stateWord = useStateWord();
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isSearched = text.length >= SEARCH_CHARS_MIN;
  // Until typing stops, the results belong to an earlier text: none is offered, and none reported missing.
  const isAhead = typed.trim() !== text;
  const found = useQuery({ ...searchQuery(text), enabled: isSearched });
  const action = (payment: FoundPayment): PaletteAction => ({
    key: `payment-${payment.reference}`,
    label: payment.name === "" ? payment.accountNumber : payment.name,
    icon: IconCash,
    payment: {
      where: t("palette.where", { payroll: payment.payrollName, account: payment.accountNumber }),
      amount: formatMoney(payment.amount, payment.currency),
      state: stateWord({ of: "payout", state: payment.status }),
    },
    run: () => go({ name: "track", id: payment.payroll, payment: payment.reference }),
  });
  if (isAhead) return { payments: [], status: typed.trim().length >= SEARCH_CHARS_MIN ? "searching" : "idle" };
  if (!isSearched) return { payments: [], status: "idle" };
  if (found.isError) return { payments: [], status: "failed" };
  return { payments: (found.data ?? []).map(action), status: found.isPending ? "searching" : "idle" };
}
