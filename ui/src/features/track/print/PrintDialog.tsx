// A document as it will be on paper, with the way to the system's print dialog.

import { Button, Loader } from "@mantine/core";
import { IconFileOff, IconFiles, IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, EmptyState, ErrorPanel, ScrollRegion } from "../../../components";
import { ariaChord, chord } from "../../../lib/keys";
import type { MenuDocument, Wanted } from "../documents";
import classes from "./Print.module.css";
import { PrintSheets } from "./PrintSheets";
import { type PageImage, PAGES_MAX } from "./renderPages";
import { type Preview, usePreview } from "./usePreview";
import { usePrinting } from "./usePrinting";

type Props = {
  wanted: Wanted & { kind: MenuDocument };
  onClose: () => void;
  /** Opens the document in the system's PDF viewer instead. */
  onOpenPdf: () => void;
};

export function PrintDialog({ wanted, onClose, onOpenPdf }: Props): ReactNode {
  const { t } = useTranslation(["print", "track"]);
  const preview = usePreview(wanted);
  const { print, isBusy, error, forget } = usePrinting(wanted, preview, onClose);
  const close = (): void => {
    // The pages are needed until the system has them.
    if (!isBusy) onClose();
  };
  const title = t("title", { document: t(`track:documents.printed.${wanted.kind}`) });
  return (
    <Dialog opened onClose={close} title={title} size="min(860px, 94vw)">
      <div className={classes.dialog} data-testid="print" data-state={preview.state}>
        {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
        <Body preview={preview} />
        <Foot preview={preview} isPrinting={isBusy} onClose={close} onOpenPdf={onOpenPdf} onPrint={print} />
      </div>
      {preview.state === "ready" ? <PrintSheets pages={preview.pages} /> : null}
    </Dialog>
  );
}

function Body({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation("print");
  switch (preview.state) {
    case "refused":
      return <ErrorPanel error={preview.error} />;
    case "failed":
      return (
        <div role="alert" data-testid="print-failed">
          <EmptyState icon={IconFileOff} title={t("failed.title")} body={t("failed.text")} />
        </div>
      );
    case "too_long": {
      const { count } = preview;
      return (
        <div role="status" data-testid="print-too-long">
          <EmptyState
            icon={IconFiles}
            title={t("tooLong.title", { count })}
            body={t("tooLong.text", { limit: PAGES_MAX })}
          />
        </div>
      );
    }
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
  preview: Preview;
  isPrinting: boolean;
  onClose: () => void;
  onOpenPdf: () => void;
  onPrint: () => void;
};

function Foot({ preview, isPrinting, onClose, onOpenPdf, onPrint }: FootProps): ReactNode {
  const { t } = useTranslation(["print", "frame"]);
  const isReady = preview.state === "ready";
  const isPrintable = isReady || preview.state === "making" || preview.state === "rendering";
  const button = useRef<HTMLButtonElement>(null);
  // It can be pressed only now. Who went elsewhere in the dialog meanwhile stays there.
  useEffect(() => {
    const at = document.activeElement;
    if (isReady && (at === null || at === document.body || at.matches("[role=region]"))) button.current?.focus();
  }, [isReady]);
  return (
    <div className={classes.foot}>
      <Status preview={preview} />
      <Button variant="default" onClick={onClose} disabled={isPrinting}>
        {t("frame:cancel")}
      </Button>
      {preview.state === "refused" ? null : (
        <Button
          variant={isPrintable ? "default" : "filled"}
          onClick={onOpenPdf}
          disabled={isPrinting}
          title={t("openPdfHint")}
          data-testid="print-open-pdf"
        >
          {t("openPdf")}
        </Button>
      )}
      {isPrintable ? (
        <Button
          ref={button}
          leftSection={<IconPrinter size={18} stroke={1.75} />}
          onClick={onPrint}
          disabled={!isReady}
          loading={isPrinting}
          title={chord("P")}
          aria-keyshortcuts={ariaChord("P")}
          data-testid="print-print"
        >
          {t("print")}
        </Button>
      ) : null}
    </div>
  );
}

/** How far it is; what it says last, a screen reader reads once. */
function Status({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation("print");
  switch (preview.state) {
    case "making":
      return (
        <p className={classes.status} role="status" data-testid="print-status">
          <Loader size={16} />
          {t("making")}
        </p>
      );
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
    case "too_long":
    case "refused":
    case "failed":
      return <span className={classes.status} />;
  }
}
