// The batch's reference, to be quoted to the provider, and the message that asks about it.

import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconCopy, IconMessage2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { CopyIcon } from "../../components";
import type { BatchView } from "../../ipc";
import classes from "./BatchReference.module.css";
import { questionOf } from "./providerMessage";
import { useCopy } from "../../lib/useCopy";
import { useProviderMessage } from "./useProviderMessage";

/** The batches that there is something to ask about. */
export function BatchReferences({ batches }: { batches: readonly BatchView[] }): ReactNode {
  const { t } = useTranslation("provider");
  const asked = batches.filter((batch) => questionOf(batch) !== null);
  if (asked.length === 0) return null;
  return (
    <div className={classes.list}>
      {asked.map((batch) => (
        <BatchReference key={batch.key} batch={batch} label={t("referenceOf", { number: batch.number })} />
      ))}
    </div>
  );
}

type ReferenceProps = {
  batch: BatchView;
  label: string;
  /** More buttons. */
  children?: ReactNode;
};

export function BatchReference({ batch, label, children }: ReferenceProps): ReactNode {
  const { t } = useTranslation("provider");
  return (
    <div className={classes.line} data-testid={`batch-reference-${batch.number}`}>
      <span className={classes.label}>{label}</span>
      <span className={`${classes.reference} selectable`}>{batch.reference}</span>
      <span className={classes.buttons}>
        <CopyButton
          text={batch.reference}
          word={t("copy")}
          label={t("copyReference", { number: batch.number })}
          testId={`batch-reference-copy-${batch.number}`}
        />
        <MessageButton batch={batch} />
        {children}
      </span>
    </div>
  );
}

function MessageButton({ batch }: { batch: BatchView }): ReactNode {
  const { t } = useTranslation("provider");
  const message = useProviderMessage()(batch);
  if (message === null) return null;
  return (
    <CopyButton
      text={message}
      word={t("copyMessage")}
      label={t("copyMessageOf", { number: batch.number })}
      testId={`provider-message-${batch.number}`}
    />
  );
}

type CopyButtonProps = { text: string; word: string; label: string; testId: string };

function CopyButton({ text, word, label, testId }: CopyButtonProps): ReactNode {
  const { t } = useTranslation("provider");
  const { copy, isCopied } = useCopy();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.copy}
      leftSection={<Icon size={14} stroke={1.75} />}
      onClick={() => copy(text)}
      aria-label={isCopied ? t("copied") : label}
      data-testid={testId}
    >
      {isCopied ? t("copied") : word}
    </Button>
  );
}

const COPY_PX = 24;

/** By what a batch is found, here and at the provider: small print below its line, each with its copy. */
export function BatchIds({ batch: { number, reference, batchId } }: { batch: BatchView }): ReactNode {
  const { t } = useTranslation("provider");
  return (
    <span className={classes.ids}>
      <span className={classes.id}>
        <span className={`${classes.idText} selectable`} title={t("referenceTitle", { reference })}>
          {reference}
        </span>
        <CopyIcon
          text={reference}
          label={t("copyReference", { number })}
          size={COPY_PX}
          testid={`batch-copy-reference-${number}`}
        />
      </span>
      {batchId === null ? null : (
        <span className={`${classes.id} ${classes.ofProvider}`}>
          <span className={`${classes.idText} selectable`} title={t("batchIdTitle", { id: batchId })}>
            {t("batchId", { id: batchId })}
          </span>
          <CopyIcon
            text={batchId}
            label={t("copyBatchId", { number })}
            size={COPY_PX}
            testid={`batch-copy-id-${number}`}
          />
        </span>
      )}
    </span>
  );
}

/** The same message where there is room for an icon only: a batch with results that need an explanation. */
export function MessageIcon({ batch }: { batch: BatchView }): ReactNode {
  const { t } = useTranslation("provider");
  const { copy, isCopied } = useCopy();
  const message = useProviderMessage()(batch);
  // The panel above the batches has the message of the others.
  if (message === null || questionOf(batch) !== "results") return null;
  const label = isCopied ? t("copied") : t("copyMessageOf", { number: batch.number });
  const Icon = isCopied ? IconCheck : IconMessage2;
  return (
    <ActionIcon
      size={24}
      className={classes.icon}
      aria-label={label}
      title={label}
      onClick={() => copy(message)}
      data-testid={`provider-message-${batch.number}`}
    >
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  );
}
