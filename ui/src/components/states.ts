/** The style of each state: icon, colour, and whether its pill is outlined. The texts are in `states.json`. */
import {
  IconAlertTriangleFilled,
  IconArchive,
  IconArrowBackUp,
  IconArrowsSplit2,
  IconBan,
  IconBuildingBank,
  IconCheck,
  IconChecks,
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClockExclamation,
  IconCloudOff,
  IconFileBroken,
  IconHelpCircle,
  IconInfoCircle,
  IconMessage2Code,
  IconPencil,
  IconPlayerPause,
  IconProgress,
  IconSend,
  IconSquareX,
  IconWritingSign,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { BatchState, FundingState, PayoutStatus, PayrollStatus, RowState } from "../ipc";

export type Tone = "paid" | "failed" | "unknown" | "attention" | "progress" | "excluded" | "plain";

export type StateStyle = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  tone: Tone;
  outlined?: boolean;
};

export const payoutStyles = {
  Paid: { icon: IconCircleCheck, tone: "paid" },
  InProgress: { icon: IconProgress, tone: "progress" },
  Unknown: { icon: IconHelpCircle, tone: "unknown" },
  NotSent: { icon: IconCircle, tone: "plain", outlined: true },
  NotAccepted: { icon: IconBan, tone: "attention" },
  Failed: { icon: IconCircleX, tone: "failed" },
  Overdue: { icon: IconClockExclamation, tone: "attention", outlined: true },
  Reversed: { icon: IconArrowBackUp, tone: "failed", outlined: true },
  Conflict: { icon: IconArrowsSplit2, tone: "unknown", outlined: true },
  Withdrawn: { icon: IconSquareX, tone: "excluded" },
} as const satisfies Record<PayoutStatus, StateStyle>;

export const batchStyles = {
  Draft: { icon: IconPencil, tone: "plain", outlined: true },
  Frozen: { icon: IconChecks, tone: "plain", outlined: true },
  Approved: { icon: IconWritingSign, tone: "progress" },
  Intent: { icon: IconSend, tone: "progress" },
  NotSent: { icon: IconCloudOff, tone: "attention" },
  NotAccepted: { icon: IconBan, tone: "attention" },
  Accepted: { icon: IconCheck, tone: "progress" },
  Unknown: { icon: IconHelpCircle, tone: "unknown" },
  Settling: { icon: IconProgress, tone: "progress" },
  Closed: { icon: IconArchive, tone: "excluded" },
  Withdrawn: { icon: IconSquareX, tone: "excluded" },
} as const satisfies Record<BatchState, StateStyle>;

export const payrollStyles = {
  draft: batchStyles.Draft,
  frozen: batchStyles.Frozen,
  approved: batchStyles.Approved,
  sending: batchStyles.Intent,
  partly_sent: { icon: IconPlayerPause, tone: "attention" },
  not_sent: batchStyles.NotSent,
  refused: batchStyles.NotAccepted,
  unresolved: batchStyles.Unknown,
  being_paid: batchStyles.Settling,
  closed: batchStyles.Closed,
  closed_unconfirmed: { icon: IconArchive, tone: "attention" },
  damaged: { icon: IconFileBroken, tone: "failed" },
  withdrawn: batchStyles.Withdrawn,
} as const satisfies Record<PayrollStatus, StateStyle>;

export const rowStyles = {
  ready: { icon: IconCircleCheck, tone: "plain" },
  to_fix: { icon: IconAlertTriangleFilled, tone: "attention" },
  to_decide: { icon: IconInfoCircle, tone: "attention" },
  excluded: { icon: IconCircleMinus, tone: "excluded" },
} as const satisfies Record<RowState, StateStyle>;

export const topUpStyles = {
  Intent: { icon: IconSend, tone: "progress" },
  NotSent: { icon: IconCloudOff, tone: "attention" },
  Refused: { icon: IconBan, tone: "attention" },
  Declined: { icon: IconCircleX, tone: "failed" },
  NeedsRedirect: { icon: IconBuildingBank, tone: "attention" },
  NeedsOtp: { icon: IconMessage2Code, tone: "attention" },
  Verifying: { icon: IconProgress, tone: "progress" },
  Charged: { icon: IconProgress, tone: "progress" },
  Pending: { icon: IconClockExclamation, tone: "attention" },
  Unknown: { icon: IconHelpCircle, tone: "unknown" },
  Funded: { icon: IconCircleCheck, tone: "paid" },
  Failed: { icon: IconCircleX, tone: "failed" },
  Reversed: { icon: IconArrowBackUp, tone: "failed", outlined: true },
  Conflict: { icon: IconArrowsSplit2, tone: "unknown", outlined: true },
} as const satisfies Record<FundingState, StateStyle>;
