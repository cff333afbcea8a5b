// Saves a document of one payment or of one batch, or prints it.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./DocumentButtons.module.css";
import type { DocumentRequest } from "./saveDocument";
import { PrintButton } from "./print/PrintButton";
import type { Documents } from "./useDocuments";

type Props = {
  request: DocumentRequest;
  documents: Documents;
  words: { save: string; print: string };
  icon?: ReactNode;
  hint?: string;
  testid: string;
};

export function DocumentButtons({ request, documents, words, icon, hint, testid }: Props): ReactNode {
  return (
    <span className={classes.buttons}>
      <Button
        size="xs"
        variant="default"
        leftSection={icon}
        disabled={documents.isBusy}
        title={hint}
        onClick={() => void documents.save(request)}
        data-testid={testid}
      >
        {words.save}
      </Button>
      <PrintButton request={request} label={words.print} testid={`${testid}-print`} />
    </span>
  );
}
