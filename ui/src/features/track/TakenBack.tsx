// People who were taken back to Check: the payroll that they are in now, or that they come from.

import { IconAlertTriangle, IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { TextButton } from "../../components";
import type { PartLinkView, TrackView } from "../../ipc";
import { useNavigation } from "../../navigation";
import classes from "./Track.module.css";

export function TakenBack({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const { takenBackTo, takenBackFrom, sentAfterAll, sentAfterAllIn } = view;
  const links = takenBackTo.length + sentAfterAllIn.length;
  if (links === 0 && takenBackFrom === null && sentAfterAll === 0) return null;
  return (
    <div className={classes.panels}>
      {sentAfterAll === 0 ? null : (
        <p className={classes.again} data-testid="track-sent-after-all">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {t("sentAfterAll", { count: sentAfterAll })}
        </p>
      )}
      {sentAfterAllIn.map((link) => (
        <SentAfterAllIn key={link.payroll} link={link} />
      ))}
      {takenBackFrom === null ? null : <Link link={takenBackFrom} text="from" />}
      {takenBackTo.map((link) => (
        <Link key={link.payroll} link={link} text={link.isDraft ? "toDraft" : "to"} />
      ))}
    </div>
  );
}

/** The provider took the batch as it was before the payroll was corrected. */
function SentAfterAllIn({ link: { payroll, name, people } }: { link: PartLinkView }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  return (
    <p className={classes.again} data-testid="track-sent-after-all-in">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {t("sentAfterAllIn", { count: people, name })}
      <TextButton onClick={() => go({ name: "track", id: payroll })}>{t("takenBack.open")}</TextButton>
    </p>
  );
}

/** "36 people were taken back to Check as November salaries (rest) and are not paid yet" */
function Link({ link, text }: { link: PartLinkView; text: "from" | "to" | "toDraft" }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const { payroll, name, isDraft, people: count } = link;
  return (
    <p className={classes.again} data-testid={text === "from" ? "track-taken-back-from" : "track-taken-back-to"}>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      {name === null ? t("takenBack.deleted", { count }) : t(`takenBack.${text}`, { count, name })}
      {name === null ? null : (
        <TextButton onClick={() => go({ name: isDraft ? "check" : "track", id: payroll })}>
          {t("takenBack.open")}
        </TextButton>
      )}
    </p>
  );
}
