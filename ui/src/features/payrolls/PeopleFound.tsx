// People whom the search for a payroll finds: "when was Ada Obi last paid" is answered by People.

import { UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useNavigation } from "../../navigation";
import { peopleCountQuery } from "../../query";
import classes from "./Payrolls.module.css";

const TYPING_MS = 150;

export function PeopleFound({ search }: { search: string }): ReactNode {
  const [text] = useDebouncedValue(search.trim(), TYPING_MS);
  return text === "" || search.trim() === "" ? null : <Found text={text} />;
}

function Found({ text }: { text: string }): ReactNode {
  const { t } = useTranslation("payrolls");
  const { go } = useNavigation();
  // The line stays while the next letters are searched for; the table below would jump.
  const found = useQuery({ ...peopleCountQuery(text), placeholderData: keepPreviousData }).data?.total ?? 0;
  if (found === 0) return null;
  return (
    <p className={classes.people}>
      <UnstyledButton
        className={classes.peopleFound}
        onClick={() => go({ name: "people", text })}
        data-testid="payrolls-people"
      >
        {t("peopleFound", { count: found, text })}
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </p>
  );
}
