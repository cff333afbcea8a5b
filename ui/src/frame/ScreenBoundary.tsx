/** A screen that fails to render leaves the sidebar and the others usable. Error boundaries must be classes. */
import { Component, type ReactNode } from "react";
import { ErrorPanel } from "../components/ErrorPanel";
import classes from "./ScreenBoundary.module.css";

type Props = { children: ReactNode };
type Failed = { error: unknown };

export class ScreenBoundary extends Component<Props, Failed> {
  override state: Failed = { error: null };

  static getDerivedStateFromError(error: unknown): Failed {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? (
      this.props.children
    ) : (
      <Failure error={error} onAgain={() => this.setState({ error: null })} />
    );
  }
}

function Failure({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return (
    <div className={classes.place}>
      <ErrorPanel error={error} onRetry={onAgain} />
    </div>
  );
}
