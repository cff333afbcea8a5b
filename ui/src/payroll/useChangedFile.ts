/** The file of a draft, if it was saved again since it was read. Refetched when the window regains the focus. */
import { useWindowEvent } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ChosenFile } from "../ipc";
import { changedFileQuery } from "../query";

export function useChangedFile(id: number): ChosenFile | null {
  const { data, refetch } = useQuery(changedFileQuery(id));
  useWindowEvent("focus", () => void refetch());
  return data ?? null;
}
