// The banks' answers about account names: the approver must see whether they were verified.

import { IconUserCheck, IconUserQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { NamesOutcome } from "../../../ipc";
import { Line } from "./Line";

/** Every account has the expected holder name. */
export const allMatch = ({ close, differing, notFound, notVerified, unavailable }: NamesOutcome): boolean =>
  close + differing + notFound + notVerified + unavailable === 0;

/** `isTitled`: the heading above already names the subject. */
export function Names({ names, isTitled }: { names: NamesOutcome; isTitled: boolean }): ReactNode {
  const { t } = useTranslation("approve");
  const { matching, close, differing, notFound, notVerified, unavailable, people } = names;
  const answered = matching + close + differing + notFound;
  const parts = (["matching", "close", "differing", "notFound", "notVerified", "unavailable"] as const)
    .filter((part) => names[part] > 0)
    .map((part) => t(`names.${part}`, { count: names[part] }));
  const text = allMatch(names)
    ? t(isTitled ? "names.allMatchTitled" : "names.allMatch")
    : answered + notVerified === 0
      ? t("names.noneAvailable")
      : answered + unavailable === 0
        ? t("names.noneVerified")
        : t("names.line", { parts: parts.join(", ") });
  return (
    <Line
      icon={allMatch(names) ? IconUserCheck : IconUserQuestion}
      text={text}
      where={t("where.people", { count: answered + notVerified + unavailable })}
      people={people}
      count={notVerified}
      testId="approve-names"
    />
  );
}
