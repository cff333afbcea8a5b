/**
 * Tests and connects a service. No secret enters React's state: they are read from their fields when they are sent, and
 * as one connects, the fields are emptied in the same breath, whatever the desk answers.
 */
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  asDeskError,
  type CheckedCallView,
  type CredentialsInput,
  type DeskError,
  type ErrorCode,
  ipc,
  type Setting,
} from "../../ipc";
import { takeSession } from "../../query";
import { beginSetup } from "./setupSteps";
import type { Provider } from "./useProvider";

export type Name = "name" | "sender" | "approver" | "address" | "key" | "secret" | "token" | "lock";
type Faults = Partial<Record<Name, string>>;
const SECRETS = ["key", "secret", "token", "lock"] as const satisfies readonly Name[];

/** Errors that are about one field stand at that field. */
const FIELD_OF: Partial<Record<ErrorCode, Name>> = {
  address_invalid: "address",
  token_refused: "token",
  wrong_lock: "lock",
};
/** `value_invalid` names the field as the desk calls it. */
const NAMED_FIELD: Partial<Record<Setting, Name>> = {
  name: "name",
  sender_name: "sender",
  approver: "approver",
  token: "token",
  lock: "lock",
  renewal_key: "key",
  renewal_secret: "secret",
};

const fieldOf = (error: DeskError): Name | undefined =>
  error.code === "value_invalid" ? NAMED_FIELD[error.data.field] : FIELD_OF[error.code];

// Loopback may be plain: a service on this very computer. The desk decides; this only spares a round.
const ADDRESS = /^(https:\/\/\S+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/\S*)?)$/;

/** The form's fields, which alone have the secrets. */
function useFields() {
  const form = useRef<HTMLFormElement>(null);
  const field = (name: Name): HTMLInputElement | null => form.current?.querySelector(`[name="${name}"]`) ?? null;
  return {
    form,
    read: (name: Name): string => field(name)?.value.trim() ?? "",
    focus: (name: Name) => field(name)?.focus(),
    clear: (name: Name) => {
      const input = field(name);
      if (input) input.value = "";
    },
  };
}

export function useConnect(provider: Provider) {
  const { t } = useTranslation("welcome");
  const [calls, setCalls] = useState<readonly CheckedCallView[] | null>(null);
  const [isChecking, setChecking] = useState(false);
  const given: readonly Name[] = provider.hasKeys ? ["key", "secret"] : ["token"];
  const { form, read, focus, clear } = useFields();
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<DeskError | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const missing = (needed: readonly Name[]): Faults => {
    const found: Faults = {};
    for (const name of needed) {
      if (read(name) === "") found[name] = t(`connect.need.${name}`);
    }
    if (!ADDRESS.test(read("address"))) found.address = t("connect.need.address");
    return found;
  };

  /** Shows what is missing, and goes to the first of it. */
  const isComplete = (needed: readonly Name[]): boolean => {
    const found = missing(needed);
    setFaults(found);
    setFailure(null);
    const [first] = needed.filter((name) => found[name] !== undefined);
    if (first !== undefined) focus(first);
    return first === undefined;
  };

  const credentials = (): CredentialsInput =>
    provider.hasKeys
      ? { kind: "keys", key: read("key"), secret: read("secret") }
      : { kind: "token", token: read("token") };

  const shown = (error: DeskError): void => {
    const at = fieldOf(error);
    if (at === undefined) return setFailure(error);
    const name = at === "token" && provider.hasKeys ? "key" : at;
    setFaults({ [name]: t(`connect.refused.${name}`) });
    focus(name);
  };

  /** The secrets stay in their fields: they are needed once more. */
  const check = async () => {
    if (busy || isChecking || !isComplete(["address", ...given])) return;
    setChecking(true);
    setCalls(null);
    try {
      const input = { baseUrl: read("address"), provider: provider.settings, credentials: credentials() };
      setCalls(await ipc.checkProvider(input));
    } catch (thrown) {
      shown(asDeskError(thrown));
    } finally {
      setChecking(false);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isChecking || !isComplete(["name", "sender", "approver", "address", ...given, "lock"])) return;
    setBusy(true);
    const connecting = ipc.connect({
      profileName: read("name"),
      baseUrl: read("address"),
      senderName: read("sender"),
      approver: read("approver"),
      provider: provider.settings,
      credentials: credentials(),
      lock: read("lock"),
    });
    SECRETS.forEach(clear);
    try {
      const session = await connecting;
      beginSetup();
      takeSession(session);
    } catch (thrown) {
      setFailed(true);
      shown(asDeskError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const forgetFault = (name: Name) => setFaults(({ [name]: _gone, ...rest }) => rest);
  return { form, faults, failure, busy, submit, forgetFault, failed, calls, isChecking, check, given };
}
