/** If no copy of the file can be made: a list of the same people. */
import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSaveList } from "./useSaveList";

export function ListInstead({ id, onError }: { id: number; onError: (error: unknown) => void }) {
  const { t } = useTranslation("lists");
  const save = useSaveList(id);
  useEffect(() => {
    if (save.error !== null) onError(save.error);
  }, [save.error, onError]);
  return (
    <Button
      size="xs"
      variant="default"
      loading={save.isBusy}
      leftSection={<IconFileSpreadsheet size={16} stroke={1.75} />}
      onClick={() => void save.run("people")}
      data-testid="list-instead"
    >
      {t("instead")}
    </Button>
  );
}
