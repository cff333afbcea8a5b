/** Verifies the names of account holders: its progress, and the button if it does not start by itself. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { TextButton } from "../../../components";
import { type DraftView, ipc } from "../../../ipc";
import { timeLeft } from "../state/timeLeft";
import { useAutomaticStart, useNameCheck } from "../state/useAccountNames";
import { useWords } from "../words";
import own from "./Filters.module.css";

type Props = { draft: DraftView; onError: (error: unknown) => void; isSmall: boolean };

export function NameCheck({ draft, onError, isSmall }: Props) {
  const { names } = draft;
  const isRefused = useAutomaticStart(draft);
  if (!names.available) return null;
  if (names.running) return <Progress draft={draft} onError={onError} isSmall={isSmall} />;
  // The button for accounts that could not be verified is beside the reason.
  if (names.unverified === 0 || names.notAsked.length > 0 || (names.automatic && !isRefused)) return null;
  return <Start draft={draft} onError={onError} isSmall={isSmall} />;
}

function Progress({ draft: { id, names }, onError, isSmall }: Props) {
  const t = useWords();
  const { done, total, paused } = names;
  const left = timeLeft(t, names.leftS);
  const request = (kind: "pause" | "resume" | "stop") => void ipc.checkNames(id, { kind }).catch(onError);
  const progress = isSmall
    ? t(paused ? "names.pausedShort" : "names.progressShort", { done, total })
    : t(paused ? "names.paused" : "names.progress", { done, total });
  return (
    <span className={own.names} title={t("names.checkLong")} data-testid="names-progress">
      <IconUserCheck size={16} stroke={1.75} />
      <span className="num">{left === undefined || isSmall ? progress : `${progress}, ${left}`}</span>
      <TextButton onClick={() => request(paused ? "resume" : "pause")} data-testid="pause-names">
        {t(paused ? "names.resume" : "names.pause")}
      </TextButton>
      <TextButton onClick={() => request("stop")} data-testid="stop-names">
        {t("names.stop")}
      </TextButton>
    </span>
  );
}

function Start({ draft: { id }, onError, isSmall }: Props) {
  const t = useWords();
  const check = useNameCheck(id, onError);
  const label = t("names.check");
  return (
    <Tooltip label={t("names.checkLong")} multiline maw={320}>
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
