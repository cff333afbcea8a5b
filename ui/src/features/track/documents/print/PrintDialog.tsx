// The print preview of a document, with a button for the system's print dialog.

import { Button, Loader } from "@mantine/core";
import { IconFileOff, IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, EmptyState, ErrorPanel, ScrollRegion } from "../../../../components";
import { DialogFoot } from "../../../../components/DialogFoot";
import { ariaChord, chord } from "../../../../lib/keyboard/keys";
import type { Call } from "../../../../lib/useCall";
import type { DocumentRequest } from "../saveDocument";
import { type Documents, useDocuments } from "../useDocuments";
import classes from "./Print.module.css";
import { PrintSheets } from "./PrintSheets";
import type { PageImage } from "./renderPages";
import { type Preview, usePreview } from "./usePreview";
import { type Printing, usePrinting } from "./usePrinting";

type Props = { request: DocumentRequest; onClose: () => void };

export function PrintDialog({ request, onClose }: Props): ReactNode {
  const { t } = useTranslation(["print", "track"]);
  const [preview, retry] = usePreview(request);
  const documents = useDocuments(onClose);
  const printing = usePrinting(request, preview.state === "ready" && !documents.isBusy, onClose);
  const close = (): void => {
    // The pages are needed until the system has received them.
    if (printing.isBusy) return;
    if (documents.isBusy) documents.stop(request.payroll);
    onClose();
  };
  const title = t("title", { document: t(`track:documents.printed.${nameOf(request)}`) });
  return (
    <Dialog opened onClose={close} title={title} size="min(860px, 94vw)">
      <div className={classes.dialog} data-testid="print" data-state={preview.state}>
        <Failure of={printing} />
        <Failure of={documents} />
        <Body preview={preview} onRetry={retry} />
        <Foot request={request} preview={preview} printing={printing} documents={documents} onClose={close} />
      </div>
      {preview.state === "ready" ? <PrintSheets pages={preview.pages} /> : null}
    </Dialog>
  );
}

const nameOf = ({ kind, reference }: DocumentRequest) =>
  kind === "receipts" && reference !== undefined ? "receipt" : kind;

function Failure({ of: { error, forget } }: { of: Pick<Call, "error" | "forget"> }): ReactNode {
  return error === null ? null : <ErrorPanel error={error} onClose={forget} />;
}

function Body({ preview, onRetry }: { preview: Preview; onRetry: () => void }): ReactNode {
  const { t } = useTranslation("print");
  switch (preview.state) {
    case "refused":
      return <ErrorPanel error={preview.error} />;
    case "failed":
      return (
        <div role="alert" data-testid="print-failed">
          <EmptyState
            icon={IconFileOff}
            title={t("failed.title")}
            body={t("failed.text")}
            action={
              <Button variant="default" onClick={onRetry} data-testid="print-retry">
                {t("failed.retry")}
              </Button>
            }
          />
          <p className={classes.reason}>{t("failed.reason", { reason: preview.reason })}</p>
        </div>
      );
    case "making":
      return <Pages pages={[]} count={0} />;
    case "rendering":
    case "ready":
      return <Pages pages={preview.pages} count={preview.count} />;
  }
}

function Pages({ pages, count }: { pages: readonly PageImage[]; count: number }): ReactNode {
  const { t } = useTranslation("print");
  return (
    <ScrollRegion label={t("pages")} className={classes.pages} isFirst>
      {pages.map(({ url, paper }, at) => (
        <img
          key={url}
          className={classes.page}
          data-paper={paper}
          src={url}
          alt={t("page", { page: at + 1, count })}
          data-testid={`print-page-${at + 1}`}
        />
      ))}
    </ScrollRegion>
  );
}

type FootProps = {
  request: DocumentRequest;
  preview: Preview;
  printing: Printing;
  documents: Documents;
  onClose: () => void;
};

function Foot({ request, preview, printing, documents, onClose }: FootProps): ReactNode {
  const { t } = useTranslation(["print", "frame"]);
  return (
    <DialogFoot>
      {documents.isLong ? <Making /> : <Status preview={preview} />}
      <Button variant="default" onClick={onClose} disabled={printing.isBusy} data-testid="print-cancel">
        {t("frame:cancel")}
      </Button>
      {!hasDocument(preview) ? null : (
        <Instead
          request={request}
          documents={documents}
          isOnlyWay={!isPrintable(preview)}
          isDisabled={printing.isBusy || documents.isBusy}
        />
      )}
      {isPrintable(preview) ? <PrintNow isReady={preview.state === "ready"} printing={printing} /> : null}
    </DialogFoot>
  );
}

/** The viewer prints documents that are too long for the window. */
const hasDocument = (preview: Preview): boolean =>
  preview.state !== "refused" || preview.error.code === "document_too_long";

const isPrintable = ({ state }: Preview): boolean => state === "ready" || state === "making" || state === "rendering";

type InsteadProps = { request: DocumentRequest; documents: Documents; isOnlyWay: boolean; isDisabled: boolean };

/** Alternatives to printing in the window. */
function Instead({ request, documents, isOnlyWay, isDisabled }: InsteadProps): ReactNode {
  const { t } = useTranslation("print");
  return (
    <>
      {isOnlyWay ? (
        <Button
          variant="default"
          onClick={() => void documents.save(request)}
          disabled={isDisabled}
          data-testid="print-save"
        >
          {t("save")}
        </Button>
      ) : null}
      <Button
        variant={isOnlyWay ? "filled" : "default"}
        onClick={() => void documents.open(request)}
        disabled={isDisabled}
        title={t("openPdfHint")}
        data-testid="print-open-pdf"
      >
        {t("openPdf")}
      </Button>
    </>
  );
}

function PrintNow({ isReady, printing }: { isReady: boolean; printing: Printing }): ReactNode {
  const { t } = useTranslation("print");
  const button = useRef<HTMLButtonElement>(null);
  // The button is enabled only now. A focus moved elsewhere in the dialog stays.
  useEffect(() => {
    const at = document.activeElement;
    if (isReady && (at === null || at === document.body || at.matches("[role=region]"))) button.current?.focus();
  }, [isReady]);
  return (
    <Button
      ref={button}
      leftSection={printing.isBusy ? <Loader size={16} /> : <IconPrinter size={18} stroke={1.75} />}
      onClick={printing.print}
      // Not Mantine's `loading`, which hides the label while the system's dialog is open.
      disabled={!printing.canPrint || printing.isBusy}
      title={chord("P")}
      aria-keyshortcuts={ariaChord("P")}
      data-testid="print-print"
    >
      {t(printing.isBusy ? "printing" : "print")}
    </Button>
  );
}

/** The progress; screen readers read the last message once. */
function Status({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation("print");
  switch (preview.state) {
    case "making":
      return <Making />;
    case "rendering":
      return (
        <p className={classes.status} data-testid="print-status">
          <Loader size={16} />
          {t("rendering", { page: preview.pages.length + 1, count: preview.count })}
        </p>
      );
    case "ready":
      return (
        <p className={classes.status} role="status" data-testid="print-status">
          {t("ready", { count: preview.count })}
        </p>
      );
    case "refused":
    case "failed":
      return <span className={classes.status} />;
  }
}

/** While the document is created, before its pages are rendered. Closing the dialog stops a long one. */
function Making(): ReactNode {
  const { t } = useTranslation("print");
  return (
    <p className={classes.status} role="status" data-testid="print-status">
      <Loader size={16} />
      {t("making")}
    </p>
  );
}
