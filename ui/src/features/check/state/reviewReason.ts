import type { DraftView } from "../../../ipc";
import type { Words } from "../words";

/** Why the draft cannot be reviewed yet; undefined if it can. */
export function reviewReason(t: Words, { toFix, toDecide, payable }: DraftView): string | undefined {
  if (toFix > 0) return t("toFixFirst", { count: toFix });
  // A row with an open warning must not be paid unnoticed.
  if (toDecide > 0) return t("toDecideFirst", { count: toDecide });
  return payable.some(({ count }) => count > 0) ? undefined : t("nobodyToPay");
}
