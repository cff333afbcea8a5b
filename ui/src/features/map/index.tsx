/** A file whose columns the user must map before it becomes a payroll. */
import { Button } from "@mantine/core";
import { useIntake } from "../../session/intake";
import { type ChosenFile, ipc } from "../../ipc";
import { useNavigation } from "../../navigation";
import { draftQuery, keys, queryClient } from "../../query";
import { Mapping } from "./Mapping";
import { discardChoice, type Source } from "./useMapping";
import { useWords } from "./words";

export default function MapScreen({ file }: { file: ChosenFile }) {
  const t = useWords();
  const { replace, back, preload } = useNavigation();
  const { clearWaiting, choose } = useIntake();
  const source: Source = { kind: "file", handle: file.handle };
  return (
    <Mapping
      source={source}
      onBack={back}
      onConfirm={async (answer) => {
        const [id] = await Promise.all([ipc.openMapped(file.handle, answer), preload("check")]);
        discardChoice(source);
        clearWaiting(file);
        void queryClient.invalidateQueries({ queryKey: keys.payrolls });
        void queryClient.invalidateQueries({ queryKey: keys.layouts });
        await queryClient.prefetchQuery(draftQuery(id));
        replace({ name: "check", id });
      }}
      instead={
        <Button size="xs" variant="default" onClick={() => void choose()}>
          {t("chooseFile")}
        </Button>
      }
    />
  );
}
