/** Where the rows of a payroll without a file come from: another payroll whose people are paid here, if any. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "../../../navigation";
import { usePayrolls } from "../../../query";
import own from "./Head.module.css";

export function Origin({ id }: { id: number }) {
  const { t } = useTranslation(["check", "payrolls"]);
  const { go } = useNavigation();
  const line = usePayrolls().data?.find((payroll) => payroll.id === id);
  const links = (line?.paysAgain ?? []).map(({ payroll, people, name }) => ({
    payroll,
    text: t("payrolls:again.pays", { count: people, name }),
  }));
  const from = line?.takenBackFrom ?? null;
  if (from !== null) {
    const text = t("payrolls:again.takenFrom", { count: from.people, name: from.name ?? "" });
    links.push({ payroll: from.payroll, text });
  }
  if (links.length === 0) return t("noFile");
  return links.map(({ payroll, text }, at) => (
    <Fragment key={payroll}>
      {at === 0 ? null : " · "}
      <button
        type="button"
        className={own.origin}
        title={text}
        onClick={() => go({ name: "track", id: payroll })}
        data-testid={`check-origin-${payroll}`}
      >
        {text}
      </button>
    </Fragment>
  ));
}
