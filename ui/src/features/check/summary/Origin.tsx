/** The source of a payroll's rows: its file, and another payroll whose people are paid here, if any. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "../../../navigation";
import { usePayrolls } from "../../../query";
import own from "./Head.module.css";

/** `file` is empty if the payroll has none. */
export function Origin({ id, file }: { id: number; file: string }) {
  const { t } = useTranslation(["check", "payrolls"]);
  const { go } = useNavigation();
  const line = usePayrolls().data?.find((payroll) => payroll.id === id);
  const links = (line?.paysAgain ?? []).map(({ payroll, people, name, isCorrection }) => ({
    payroll,
    text: t(isCorrection ? "payrolls:again.corrects" : "payrolls:again.pays", { count: people, name }),
  }));
  if (links.length === 0) return file === "" ? t("noFile") : file;
  return (
    <>
      {file}
      {links.map(({ payroll, text }, at) => (
        <Fragment key={payroll}>
          {at === 0 && file === "" ? null : " · "}
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
      ))}
    </>
  );
}
