/** Asks the banks for the holders' names; the count moves while they answer. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useState } from "react";
import { type DraftView, ipc } from "../../../ipc";
import classes from "../Check.module.css";
import { useWords } from "../words";
import own from "./Filters.module.css";

type Props = { draft: DraftView; onError: (error: unknown) => void; isSmall: boolean };

export function NameCheck({ draft, onError, isSmall }: Props) {
  const { id, names } = draft;
  const t = useWords();
  const [asked, setAsked] = useState(false);
  // Once all are asked there is nothing to ask about until somebody's account or bank is another one.
  const isDone = !names.running && names.total > 0 && names.done >= names.total;
  const [askedFor, setAskedFor] = useState<number>();
  if (isDone && askedFor === undefined) setAskedFor(draft.edited);
  if (names.running && askedFor !== undefined) setAskedFor(undefined);
  if (!names.available) return null;
  if (names.running) {
    return (
      <span className={own.names} data-testid="names-progress">
        <IconUserCheck size={16} stroke={1.75} />
        <span className="num">{t("names.progress", { done: names.done, total: names.total })}</span>
        <button
          type="button"
          className={classes.link}
          onClick={() => void ipc.stopNames(id).catch(onError)}
          data-testid="stop-names"
        >
          {t("names.stop")}
        </button>
      </span>
    );
  }
  if (isDone && (askedFor ?? draft.edited) === draft.edited) return null;
  const check = async () => {
    if (asked) return;
    setAsked(true);
    try {
      await ipc.checkNames(id);
    } catch (error) {
      onError(error);
    } finally {
      setAsked(false);
    }
  };
  if (isSmall) {
    return (
      <Tooltip label={t("names.checkLong")}>
        <ActionIcon size={28} aria-label={t("names.checkLong")} onClick={() => void check()} data-testid="check-names">
          <IconUserCheck size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Tooltip label={t("names.checkLong")}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserCheck size={16} stroke={1.75} />}
        onClick={() => void check()}
        data-testid="check-names"
      >
        {t("names.check")}
      </Button>
    </Tooltip>
  );
}
