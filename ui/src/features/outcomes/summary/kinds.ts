// The style of each kind of line.

import { IconCircleDashed, IconFileOff, IconFileUnknown, IconListSearch, IconMinus } from "@tabler/icons-react";

import { payoutStyles, type StateStyle } from "../../../components";
import type { OutcomeKind } from "../../../ipc";

export const STYLES: Record<OutcomeKind, StateStyle> = {
  conflict: payoutStyles.Conflict,
  reversed: payoutStyles.Reversed,
  failed: payoutStyles.Failed,
  paid: payoutStyles.Paid,
  unchanged: { icon: IconMinus, tone: "plain" },
  ambiguous: { icon: IconListSearch, tone: "attention" },
  missing: { icon: IconFileOff, tone: "attention" },
  not_found: { icon: IconCircleDashed, tone: "plain" },
  unreadable: { icon: IconFileUnknown, tone: "attention" },
};
