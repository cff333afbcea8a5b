/** Verifies the names of account holders: how far it is, and the button where it does not start by itself. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useState } from "react";
import { type DraftView, ipc } from "../../../ipc";
import classes from "../Check.module.css";
import { useAutomaticStart } from "../state/useAccountNames";
import { useWords } from "../words";
import own from "./Filters.module.css";

type Props = { draft: DraftView; onError: (error: unknown) => void; isSmall: boolean };

export function NameCheck({ draft, onError, isSmall }: Props) {
  const { names } = draft;
  const isRefused = useAutomaticStart(draft);
  if (!names.available) return null;
  if (names.running) return <Progress draft={draft} onError={onError} isSmall={isSmall} />;
  if (names.unverified === 0 || (names.automatic && !isRefused)) return null;
  return <Start draft={draft} onError={onError} isSmall={isSmall} />;
}

function Progress({ draft: { id, names }, onError, isSmall }: Props) {
  const t = useWords();
  return (
    <span className={own.names} title={t("names.checkLong")} data-testid="names-progress">
      <IconUserCheck size={16} stroke={1.75} />
      <span className="num">
        {t(isSmall ? "names.progressShort" : "names.progress", { done: names.done, total: names.total })}
      </span>
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

function Start({ draft: { id, names }, onError, isSmall }: Props) {
  const t = useWords();
  const [asked, setAsked] = useState(false);
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
  const label = t(names.interrupted ? "names.again" : "names.check");
  const why = t(names.interrupted ? "names.interrupted" : "names.checkLong", { count: names.unverified });
  return (
    <Tooltip label={why} multiline maw={320}>
      {isSmall ? (
        <ActionIcon size={28} aria-label={label} onClick={() => void check()} data-testid="check-names">
          <IconUserCheck size={16} stroke={1.75} />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUserCheck size={16} stroke={1.75} />}
          onClick={() => void check()}
          data-testid="check-names"
        >
          {label}
        </Button>
      )}
    </Tooltip>
  );
}
