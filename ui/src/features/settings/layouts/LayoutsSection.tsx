/** Stored column layouts of files with the same headings: renamed, changed, deleted. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError, useToast } from "../../../components";
import { ipc, type LayoutView } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { keys, layoutsQuery, queryClient } from "../../../query";
import classes from "../Settings.module.css";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../components/ConfirmDialog")).ConfirmDialog,
}));
const LayoutDialog = lazy(async () => ({ default: (await import("./LayoutDialog")).LayoutDialog }));

/** Maximum length in the desk. */
const NAME_CHARS_MAX = 80;

const cacheLayouts = (layouts: LayoutView[]): void => void queryClient.setQueryData(keys.layouts, layouts);

export function LayoutsSection() {
  const { t } = useTranslation("settings");
  const { data: layouts, error, refetch } = useQuery(layoutsQuery);
  return (
    <section className={classes.section} data-section="layouts" data-testid="settings-layouts">
      <h2 className={classes.heading}>{t("layouts.title")}</h2>
      <p className={classes.lead}>{t("layouts.lead")}</p>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {layouts !== undefined && (
        <div className={classes.card}>
          {layouts.map((layout) => (
            <Layout key={layout.fingerprint} layout={layout} />
          ))}
          {layouts.length === 0 && (
            <div className={classes.row} data-testid="layouts-none">
              <h3 className={classes.rowTitle}>{t("layouts.none")}</h3>
              <p className={classes.rowBody}>{t("layouts.noneBody")}</p>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

type Open = "name" | "columns" | "forget";

function Layout({ layout }: { layout: LayoutView }) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const [open, setOpen] = useState<Open>();
  const { fingerprint, name, kind, usedAt } = layout;
  const close = () => setOpen(undefined);
  return (
    <div className={classes.row} data-testid={`layout-${fingerprint}`}>
      {open === "name" ? (
        <Rename layout={layout} onDone={close} />
      ) : (
        <div className={classes.rowHead}>
          <div className={classes.rowText}>
            <h3 className={`${classes.rowTitle} selectable`}>{name}</h3>
            <p className={classes.rowBody}>
              <Facts layout={layout} /> · {t("layouts.lastUsed", { when: formatDay(usedAt) })}
            </p>
          </div>
          <Button
            size="xs"
            variant="default"
            aria-label={t("layouts.renameNamed", { name })}
            onClick={() => setOpen("name")}
            data-testid="layout-rename"
          >
            {t("layouts.rename")}
          </Button>
          {kind === "payroll" && (
            <Button
              size="xs"
              variant="default"
              aria-label={t("layouts.columnsNamed", { name })}
              onClick={() => setOpen("columns")}
              data-testid="layout-columns"
            >
              {t("layouts.columns")}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            data-danger
            aria-label={t("layouts.forgetNamed", { name })}
            onClick={() => setOpen("forget")}
            data-testid="layout-forget"
          >
            {t("layouts.forget")}
          </Button>
        </div>
      )}
      <Suspense>
        {open === "columns" && (
          <LayoutDialog
            layout={layout}
            onClose={close}
            onSave={async (edited) => {
              cacheLayouts(await ipc.changeLayout(fingerprint, { kind: "columns", columns: edited }));
              toast(t("layouts.changed", { name }));
            }}
          />
        )}
        {open === "forget" && (
          <ConfirmDialog
            opened
            danger
            onClose={close}
            title={t("layouts.forgetTitle", { name })}
            confirm={t("layouts.forgetNamed", { name })}
            onConfirm={async () => {
              cacheLayouts(await ipc.changeLayout(fingerprint, { kind: "forget" }));
              toast(t("layouts.forgotten", { name }));
            }}
          >
            {t(kind === "payroll" ? "layouts.forgetBody" : "layouts.forgetListBody")}
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  );
}

/** The stored facts. The columns of lists are changed when a list is imported. */
function Facts({ layout: { kind, columns, listColumns, words } }: { layout: LayoutView }) {
  const { t } = useTranslation("settings");
  const all = kind === "payroll" ? columns : listColumns;
  const used = all.filter(({ field }) => field !== null).length;
  const facts = [
    kind !== "payroll" && t(`layouts.kind.${kind}`),
    all.length > 0 && t("layouts.used", { used, count: all.length }),
    words.length > 0 && t("layouts.words", { count: words.length }),
  ];
  return facts.filter((fact) => fact !== false).join(" · ");
}

function Rename({ layout: { fingerprint, name }, onDone }: { layout: LayoutView; onDone: () => void }) {
  const { t } = useTranslation("settings");
  const [text, setText] = useState(name);
  const [error, setError] = useState<unknown>(null);
  const isEmpty = text.trim() === "";
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    try {
      if (text.trim() !== name)
        cacheLayouts(await ipc.changeLayout(fingerprint, { kind: "rename", name: text.trim() }));
      onDone();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <div className={classes.renaming}>
        <TextInput
          value={text}
          aria-label={t("layouts.name")}
          maxLength={NAME_CHARS_MAX}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key }) => key === "Escape" && onDone()}
          error={isEmpty ? <FieldError>{t("layouts.needName")}</FieldError> : undefined}
          spellCheck={false}
          data-testid="layout-name"
        />
        <Button variant="default" onClick={onDone}>
          {t("layouts.cancel")}
        </Button>
        <Button type="submit" data-testid="layout-name-save">
          {t("layouts.save")}
        </Button>
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} />
        </div>
      )}
    </form>
  );
}
