import { useTranslation } from "react-i18next";
import type { UpdateFailure } from "../../ipc";
import { useSession } from "../../query";

/** Why there is no update, and whether the installed version is unchanged. */
export function useUpdateFailure(): (failure: UpdateFailure) => string {
  const { t } = useTranslation("updates");
  const { version } = useSession();
  return (failure) => t(`failure.${failure}`, { version });
}
