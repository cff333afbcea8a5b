// A person: the account, the yearly totals, and every payment. Nothing here pays.

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Page, Waiting } from "../../../components";
import type { PersonKey, PersonView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { usePerson } from "../../../query";
import { PayPeople } from "../PayPeople";
import { Facts } from "./Facts";
import { OtherAccounts } from "./OtherAccounts";
import { Payments } from "./Payments";
import classes from "./Person.module.css";
import { Years } from "./Years";

export default function PersonScreen({ person }: { person: PersonKey }): ReactNode {
  const { t } = useTranslation("people");
  const query = usePerson(person);
  if (query.data !== undefined) return <Person view={query.data} />;
  return (
    <Page fill testid="person-screen" title={t("person.title")} before={<Back />}>
      <div className={classes.scroll}>
        <Waiting query={query} label={t("person.loading")} rows={10} height={44} columns={6} />
      </div>
    </Page>
  );
}

function Person({ view }: { view: PersonView }): ReactNode {
  const { t } = useTranslation("people");
  const [isPaying, setPaying] = useState(false);
  const { person, years, payments, otherAccounts } = view;
  return (
    <Page
      fill
      testid="person-screen"
      title={person.name === "" ? t("noName") : person.name}
      before={<Back />}
      actions={
        <Button onClick={() => setPaying(true)} data-testid="person-pay">
          {t("payThis")}
        </Button>
      }
    >
      <div className={`${classes.scroll} ${classes.sections}`}>
        <div className={classes.summary}>
          <Years years={years} />
          <Facts view={view} />
        </div>
        <OtherAccounts accounts={otherAccounts} />
        <Payments payments={payments} person={person} />
      </div>
      <PayPeople people={[person]} opened={isPaying} onClose={() => setPaying(false)} />
    </Page>
  );
}

/** Back to People with its search, order and selection. */
function Back(): ReactNode {
  const { t } = useTranslation("people");
  const { previous, back, go } = useNavigation();
  const leave = (): void => (previous?.name === "people" ? back() : go({ name: "people" }));
  return (
    <Tooltip label={t("person.back")}>
      <ActionIcon variant="default" size={36} aria-label={t("person.back")} onClick={leave} data-testid="person-back">
        <IconArrowLeft size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
