/** A field for each currency's total, typed to confirm the amount, with help for each digit. */
import { TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Currency, Total, TotalComparison, TypedTotal } from "../ipc";
import { DECIMAL_SIGN, moneyParts } from "../lib/currency/money";
import { totalComparisonQuery } from "../query";
import classes from "./TotalFields.module.css";

/** The texts of the fields, by currency. */
export type TypedTexts = Readonly<Partial<Record<Currency, string>>>;

/** The typed totals; `null` unless all match. */
export function useConfirmedTotals(totals: readonly Total[], typed: TypedTexts): TypedTotal[] | null {
  const comparisons = useQueries({
    queries: totals.map(({ sum, currency }) => totalComparisonQuery(typed[currency] ?? "", sum, currency)),
  });
  const isSame = comparisons.length > 0 && comparisons.every(({ data }) => data?.kind === "same");
  return isSame ? totals.map(({ currency }) => ({ currency, text: typed[currency] ?? "" })) : null;
}

type Props = {
  totals: Total[];
  typed: TypedTexts;
  onTyped: (typed: TypedTexts) => void;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** The first field. */
  field?: Ref<HTMLInputElement>;
  testid: string;
};

export function TotalFields({
  totals,
  typed,
  onTyped,
  readOnly = false,
  autoFocus = false,
  field,
  testid,
}: Props): ReactNode {
  return (
    <div className={classes.fields}>
      {totals.map((total, at) => (
        <TotalField
          key={total.currency}
          total={total}
          isSeveral={totals.length > 1}
          typed={typed[total.currency] ?? ""}
          onTyped={(text) => onTyped({ ...typed, [total.currency]: text })}
          readOnly={readOnly}
          autoFocus={autoFocus && at === 0}
          field={at === 0 ? field : undefined}
          testid={totals.length > 1 ? `${testid}-${total.currency}` : testid}
        />
      ))}
    </div>
  );
}

type FieldProps = {
  total: Total;
  isSeveral: boolean;
  typed: string;
  onTyped: (text: string) => void;
  readOnly: boolean;
  autoFocus: boolean;
  field: Ref<HTMLInputElement> | undefined;
  testid: string;
};

function TotalField({
  total: { sum, currency },
  isSeveral,
  typed,
  onTyped,
  readOnly,
  autoFocus,
  field,
  testid,
}: FieldProps): ReactNode {
  const { t } = useTranslation("approve");
  const helpId = useId();
  const { sign } = moneyParts(sum, currency);
  const { data: comparison } = useQuery({
    ...totalComparisonQuery(typed, sum, currency),
    placeholderData: keepPreviousData,
  });
  const isSame = comparison?.kind === "same";
  return (
    <div>
      <TextInput
        ref={field}
        size="lg"
        label={isSeveral ? t("total.labelOf", { currency }) : t("total.label")}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        readOnly={readOnly}
        data-autofocus={autoFocus || undefined}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        leftSection={<span className={classes.sign}>{sign}</span>}
        leftSectionWidth={sign.length > 1 ? 60 : 40}
        rightSection={isSame ? <Same /> : null}
        rightSectionWidth={isSame ? 124 : 12}
        aria-describedby={helpId}
        classNames={{ input: classes.input }}
        data-testid={testid}
      />
      <p id={helpId} className={classes.help} data-kind={comparison?.kind} aria-live="polite">
        {comparison === undefined ? null : <Help comparison={comparison} currency={currency} />}
      </p>
    </div>
  );
}

function Same(): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <span className={classes.same}>
      <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      {t("total.same")}
    </span>
  );
}

function Help({ comparison, currency }: { comparison: TotalComparison; currency: string }): ReactNode {
  const { t } = useTranslation("approve");
  switch (comparison.kind) {
    case "same":
      return null;
    case "empty":
    case "typing":
      return t(`total.help.${comparison.kind}`);
    // The region's separators: a comma is the decimal sign in some, and the group separator in others.
    case "not_a_number":
    case "grouping":
      return t(`total.help.${comparison.kind}`, { sign: DECIMAL_SIGN });
    case "other_currency":
      return t("total.help.other_currency", { currency });
    case "more_digits":
    case "fewer_digits":
      return t(`total.help.${comparison.kind}`, { count: comparison.count });
    case "swapped":
      return t("total.help.swapped", { at: comparison.at, next: comparison.at + 1 });
    case "digit":
      return t("total.help.digit", { at: comparison.at, typed: comparison.typed, expected: comparison.expected });
  }
}
