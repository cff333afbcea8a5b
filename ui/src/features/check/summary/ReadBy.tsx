/** A stored layout mapped the columns: Check shows it, and allows changing it. */
import { IconBookmark } from "@tabler/icons-react";
import { TextButton } from "../../../components";
import type { DraftView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import classes from "../Check.module.css";
import { useWords } from "../words";

export function ReadBy({ draft: { id, reading } }: { draft: DraftView }) {
  const t = useWords();
  const { go } = useNavigation();
  if (reading?.origin !== "remembered" || reading.layoutName === null) return null;
  return (
    <p className={classes.notes} data-testid="read-by">
      <IconBookmark size={16} stroke={1.75} aria-hidden />
      <span>
        {t("readBy.line", { name: reading.layoutName })}{" "}
        <TextButton onClick={() => go({ name: "columns", id })} data-testid="read-by-change">
          {t("readBy.change")}
        </TextButton>
      </span>
    </p>
  );
}
