/** Placeholder for missing data: skeleton rows, or the error with a retry button. */
import type { ReactNode } from "react";
import { ErrorPanel } from "./ErrorPanel";
import { SkeletonRows, type SkeletonRowsProps } from "./SkeletonRows";

type Props = SkeletonRowsProps & {
  query: { error: Error | null; refetch: () => Promise<unknown> };
  /** Read out while data loads. */
  label?: string;
};

export function Waiting({ query: { error, refetch }, label, ...rows }: Props): ReactNode {
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (label === undefined) return <SkeletonRows {...rows} />;
  return (
    <div role="status" aria-label={label}>
      <SkeletonRows {...rows} />
    </div>
  );
}
