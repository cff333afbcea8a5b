/** The columns of a draft's file, changeable until payment. */
import { Button } from "@mantine/core";
import { IconInfoCircle, IconTableOptions } from "@tabler/icons-react";
import { useState } from "react";
import { useToast } from "../../components";
import { useIntake } from "../../session/intake";
import { ipc, type MappingAnswer, type RemapEffect } from "../../ipc";
import { useNavigation } from "../../navigation";
import { keys, queryClient, cacheDraft } from "../../query";
import { Confirm } from "./Confirm";
import { Mapping } from "./Mapping";
import { discardChoice, type Source } from "./useMapping";
import { useWords } from "./words";

type PendingRemap = { effect: RemapEffect; answer: MappingAnswer };

export default function ColumnsScreen({ id }: { id: number }) {
  const t = useWords();
  const toast = useToast();
  const { back } = useNavigation();
  const { choose } = useIntake();
  const [asked, setAsked] = useState<PendingRemap>();
  const source: Source = { kind: "draft", id };
  const remap = async (answer: MappingAnswer) => {
    cacheDraft(await ipc.changeDraft(id, { kind: "remap", answer }));
    const read = headOf(id);
    discardChoice(source);
    void queryClient.invalidateQueries({ queryKey: keys.payrolls });
    void queryClient.invalidateQueries({ queryKey: keys.layouts });
    back();
    const undo = () => {
      // Undo reverts the last change: after another one it would revert that.
      if (headOf(id) !== read) return toast(t("effect.changedSince"), IconInfoCircle);
      void ipc.changeDraft(id, { kind: "undo" }).then(cacheDraft, () => toast(t("effect.notUndone"), IconInfoCircle));
    };
    toast(t("effect.done"), IconTableOptions, { label: t("effect.undo"), run: undo });
  };
  return (
    <>
      <Mapping
        source={source}
        onBack={back}
        onConfirm={async (answer, isEdited) => {
          if (!isEdited && (await isUnchanged(id, answer))) return back();
          const effect = await ipc.remapEffect(id, answer);
          if (effect.gone > 0) setAsked({ effect, answer });
          else await remap(answer);
        }}
        instead={
          <Button size="xs" variant="default" onClick={() => void choose()}>
            {t("chooseFile")}
          </Button>
        }
      />
      <Confirm
        effect={asked?.effect}
        onClose={() => setAsked(undefined)}
        onConfirm={() => (asked === undefined ? Promise.resolve() : remap(asked.answer))}
      />
    </>
  );
}

/** The cached head of the draft: the same object until it changes. */
const headOf = (id: number): unknown => queryClient.getQueryData(keys.draftHead(id));

/** Whether the draft already uses these columns. */
async function isUnchanged(id: number, { mapping }: MappingAnswer): Promise<boolean> {
  const own = await ipc.previewDraftFile(id, { table: null, mapping: null, country: null, currency: null });
  return JSON.stringify(own.decision.mapping) === JSON.stringify(mapping);
}
