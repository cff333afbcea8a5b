// Saves a document of one payment or of one batch, or prints it.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./DocumentButtons.module.css";
import type { Wanted } from "./documents";
import { PrintButton } from "./print/PrintButton";
import type { Documents } from "./useDocuments";

type Props = {
  wanted: Wanted;
  documents: Documents;
  words: { save: string; print: string };
  icon?: ReactNode;
  hint?: string;
  testid: string;
};

export function DocumentButtons({ wanted, documents, words, icon, hint, testid }: Props): ReactNode {
  return (
    <span className={classes.buttons}>
      <Button
        size="xs"
        variant="default"
        leftSection={icon}
        disabled={documents.isBusy}
        title={hint}
        onClick={() => void documents.save(wanted)}
        data-testid={testid}
      >
        {words.save}
      </Button>
      <PrintButton wanted={wanted} label={words.print} testid={`${testid}-print`} />
    </span>
  );
}
