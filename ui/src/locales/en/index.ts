import approve from "./approve.json";
import audit from "./audit.json";
import background from "./background.json";
import backups from "./backups.json";
import banks from "./banks.json";
import blocked from "./blocked.json";
import check from "./check.json";
import errors from "./errors.json";
import frame from "./frame.json";
import journal from "./journal.json";
import lists from "./lists.json";
import mapping from "./mapping.json";
import outcomes from "./outcomes.json";
import pay from "./pay.json";
import payrolls from "./payrolls.json";
import payment from "./payment.json";
import people from "./people.json";
import print from "./print.json";
import problems from "./problems.json";
import provider from "./provider.json";
import questions from "./questions.json";
import reasons from "./reasons.json";
import resend from "./resend.json";
import settings from "./settings.json";
import setup from "./setup.json";
import states from "./states.json";
import token from "./token.json";
import topUp from "./topUp.json";
import track from "./track.json";
import updates from "./updates.json";
import unresolved from "./unresolved.json";
import welcome from "./welcome.json";

export const en = {
  approve,
  audit,
  background,
  backups,
  banks,
  blocked,
  check,
  errors,
  frame,
  journal,
  lists,
  mapping,
  outcomes,
  pay,
  payrolls,
  payment,
  people,
  print,
  problems,
  provider,
  questions,
  reasons,
  resend,
  settings,
  setup,
  states,
  token,
  topUp,
  track,
  unresolved,
  updates,
  welcome,
} as const;
