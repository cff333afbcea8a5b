/** A screen: its title bar (title, primary action at the right) and its scrolling content. */
import { type ReactNode, useState } from "react";
import classes from "./Page.module.css";

type TitleBarProps = {
  title: ReactNode;
  /** One line below the title. */
  second?: ReactNode;
  /** Before the title: a back button. */
  before?: ReactNode;
  /** At the right; the last one is the primary action. */
  actions?: ReactNode;
};

export function TitleBar({ title, second, before, actions }: TitleBarProps) {
  return (
    <div className={classes.bar}>
      {before}
      <div className={classes.titles}>
        <h1 className={classes.title}>{title}</h1>
        {second !== undefined && (
          <p className={classes.second} title={typeof second === "string" ? second : undefined}>
            {second}
          </p>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

type PageProps = TitleBarProps & {
  children: ReactNode;
  /** The content has the window's height and scrolls inside itself (grids). */
  fill?: boolean;
  testid?: string;
};

export function Page({ children, fill = false, testid, ...bar }: PageProps) {
  // Content that scrolls away ends at a border.
  const [isScrolled, setScrolled] = useState(false);
  return (
    <div className={classes.page} data-testid={testid} data-scrolled={isScrolled || undefined}>
      <TitleBar {...bar} />
      <div
        className={fill ? classes.fill : classes.content}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      >
        {children}
      </div>
    </div>
  );
}
