/** Details that few users need: collapsed until opened. */
import { UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./Fold.module.css";

type Props = {
  /** The labels while collapsed and while open; they may be the same. */
  show: string;
  hide?: string;
  startsOpen?: boolean;
  children: ReactNode;
  testid?: string;
};

const ICON_PX = 16;

export function Fold({ show, hide = show, startsOpen = false, children, testid }: Props): ReactNode {
  const [isOpen, setOpen] = useState(startsOpen);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton
        className={classes.button}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        data-testid={testid}
      >
        <Chevron size={ICON_PX} stroke={1.75} aria-hidden />
        {isOpen ? hide : show}
      </UnstyledButton>
      {isOpen ? children : null}
    </div>
  );
}
