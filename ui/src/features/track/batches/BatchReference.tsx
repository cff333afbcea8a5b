// The batch's reference, for the provider, and the message with the question about it.

import { ActionIcon } from "@mantine/core";
import { IconCheck, IconMessage2 } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Copy, CopyIcon } from "../../../components";
import type { BatchView } from "../../../ipc";
import { useCopy } from "../../../lib/useCopy";
import classes from "./BatchReference.module.css";
import { questionOf } from "./providerMessage";
import { useProviderMessage } from "./useProviderMessage";

/** The batches with a question. */
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
  /** Further buttons. */
  children?: ReactNode;
};

export function BatchReference({ batch, label, children }: ReferenceProps): ReactNode {
  const { t } = useTranslation("provider");
  return (
    <div className={classes.line} data-testid={`batch-reference-${batch.number}`}>
      <span className={classes.label}>{label}</span>
      <span className={`${classes.reference} selectable`}>{batch.reference}</span>
      <span className={classes.buttons}>
        <Copy
          text={batch.reference}
          name={t("copyReference", { number: batch.number })}
          testid={`batch-reference-copy-${batch.number}`}
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
    <Copy
      text={message}
      label={t("copyMessage")}
      name={t("copyMessageOf", { number: batch.number })}
      testid={`provider-message-${batch.number}`}
    />
  );
}

const COPY_PX = 24;

type IdsProps = Pick<BatchView, "number" | "reference" | "batchId">;

/**
 * The identifiers of a batch, here and at the provider: small print below its line, each with a copy button. Results do
 * not change them.
 */
export const BatchIds = memo(function BatchIds({ number, reference, batchId }: IdsProps): ReactNode {
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
});

/** The same message as an icon: for a batch with results that need an explanation. */
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
