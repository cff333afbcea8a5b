// The print button, beside the save button.

import { ActionIcon } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { DocumentRequest } from "../saveDocument";
import { usePrint } from "./PrintProvider";

type Props = { request: DocumentRequest; label: string; testid: string };

/** As high as a small button. */
const SIZE_PX = 28;

export function PrintButton({ request, label, testid }: Props): ReactNode {
  const { print } = usePrint();
  return (
    <ActionIcon
      size={SIZE_PX}
      variant="default"
      aria-label={label}
      title={label}
      onClick={(event) => print(request, event.currentTarget)}
      data-testid={testid}
    >
      <IconPrinter size={16} stroke={1.75} />
    </ActionIcon>
  );
}
