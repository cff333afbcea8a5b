/** Before edits are lost because the file is read again: how many, and the new values. */
import { ConfirmDialog } from "../../components";
import type { RemapEffect } from "../../ipc";
import classes from "./Map.module.css";
import { fieldWord, useWords } from "./words";

const LINES_SHOWN = 6;

type Props = { effect: RemapEffect | undefined; onClose: () => void; onConfirm: () => Promise<unknown> };

export function Confirm({ effect, onClose, onConfirm }: Props) {
  const t = useWords();
  if (effect === undefined) return null;
  const more = effect.lines.length - LINES_SHOWN;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("effect.title", { count: effect.gone })}
      confirm={t("effect.confirm", { count: effect.gone })}
      onConfirm={onConfirm}
    >
      <p>{effect.kept > 0 ? t("effect.bodyKept", { count: effect.kept }) : t("effect.body")}</p>
      {effect.lines.length > 0 && (
        <ul className={classes.lost}>
          {effect.lines.slice(0, LINES_SHOWN).map(({ row, name, field, from, to }) => (
            <li key={`${row}-${field}`}>
              {t(to === "" ? "effect.lineEmpty" : "effect.line", {
                who: name === "" ? (row === null ? t("effect.rowAdded") : t("effect.row", { row })) : name,
                field: fieldWord(t, field),
                from,
                to,
              })}
            </li>
          ))}
          {more > 0 && <li>{t("effect.more", { count: more })}</li>}
        </ul>
      )}
    </ConfirmDialog>
  );
}
