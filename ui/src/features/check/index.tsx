/** The Check screen: everyone in the payroll, the problems, and the way to Review. */
import { Button } from "@mantine/core";
import { ErrorPanel, Page, SkeletonRows } from "../../components";
import { useDraft } from "../../query";
import { Check } from "./Check";
import classes from "./Check.module.css";
import { useWords } from "./words";

const SKELETON_ROWS = 14;

export default function CheckScreen({ id }: { id: number }) {
  const t = useWords();
  const { data, error, refetch } = useDraft(id);
  if (data !== undefined) return <Check draft={data} />;
  return (
    <Page title={t("title")} fill testid="check-screen">
      {error === null ? (
        <div className={classes.waiting}>
          <SkeletonRows rows={SKELETON_ROWS} columns={6} />
        </div>
      ) : (
        <div className={classes.error}>
          <ErrorPanel
            error={error}
            actions={
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {t("retry")}
              </Button>
            }
          />
        </div>
      )}
    </Page>
  );
}
