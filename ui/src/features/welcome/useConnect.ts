/**
 * Tests and connects a service. React's state contains no secret: they are read from their fields when sent, and
 * connecting clears the fields at once, whatever the desk returns.
 */
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
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
import { cacheSession } from "../../query";
import type { Provider } from "./useProvider";

/** The fields of `ProviderFields` and `ChargePath`. */
export type ProviderField =
  | "path"
  | "keyField"
  | "secretField"
  | "tokenAt"
  | "tokenPrefix"
  | "payoutStatusPath"
  | "payoutListPath"
  | "balancePath"
  | "chargePath";
export type Name = "name" | "sender" | "approver" | "address" | (typeof SECRETS)[number];
export type Faults = Partial<Record<Name | ProviderField, string>>;
const SECRETS = ["key", "secret", "token", "lock"] as const;
/** The fields that a test uses. */
const TESTED: ReadonlySet<Name> = new Set<Name>(["address", "key", "secret", "token"]);

/** Errors about a single field are shown at that field. */
const FIELD_OF: Partial<Record<ErrorCode, Name>> = {
  address_invalid: "address",
  token_refused: "token",
  wrong_lock: "lock",
};
/** `value_invalid` contains the desk's name of the field. */
const NAMED_FIELD: Partial<Record<Setting, Name | ProviderField>> = {
  name: "name",
  sender_name: "sender",
  approver: "approver",
  token: "token",
  lock: "lock",
  renewal_key: "key",
  renewal_secret: "secret",
  renewal_path: "path",
  renewal_key_field: "keyField",
  renewal_secret_field: "secretField",
  renewal_token_at: "tokenAt",
  payout_status_path: "payoutStatusPath",
  payout_list_path: "payoutListPath",
  balance_path: "balancePath",
  charge_path: "chargePath",
};
const ENTERED: ReadonlySet<Name | ProviderField> = new Set<Name>(["name", "sender", "approver", "address", ...SECRETS]);

/** The form has two steps: the provider, and what its dashboard shows. */
export type FormStep = 1 | 2;
const ON_FIRST = ["address", "name", "sender", "approver"] as const satisfies readonly Name[];
const OF_SECOND: ReadonlySet<Name | ProviderField> = new Set<Name | ProviderField>([...SECRETS, "chargePath"]);
const stepOf = (name: Name | ProviderField): FormStep => (OF_SECOND.has(name) ? 2 : 1);

const fieldOf = (error: DeskError): Name | ProviderField | undefined =>
  error.code === "value_invalid" ? NAMED_FIELD[error.data.field] : FIELD_OF[error.code];

// Loopback may use plain HTTP. The desk decides; this only saves a call.
const ADDRESS = /^(https:\/\/\S+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/\S*)?)$/;

/** The form's fields, which alone contain the secrets. */
function useFields() {
  const form = useRef<HTMLFormElement>(null);
  const field = (name: Name | ProviderField): HTMLInputElement | null =>
    form.current?.querySelector(`[name="${name}"]`) ?? null;
  return {
    form,
    read: (name: Name): string => field(name)?.value.trim() ?? "",
    focus: (name: Name | ProviderField) => field(name)?.focus(),
    clear: (name: Name) => {
      const input = field(name);
      if (input) input.value = "";
    },
  };
}

type Fields = ReturnType<typeof useFields>;

/** The errors by field, and an error without a field. */
function useFaults(provider: Provider, { read, focus }: Fields, showStep: (step: FormStep) => void) {
  const { t } = useTranslation("welcome");
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<DeskError | null>(null);

  const missing = (needed: readonly Name[]): Faults => {
    const found: Faults = {};
    for (const name of needed) {
      if (read(name) === "") found[name] = t(`connect.need.${name}`);
    }
    if (!ADDRESS.test(read("address"))) found.address = t("connect.need.address");
    return found;
  };

  /** Shows the missing fields, and focuses the first. */
  const isComplete = (needed: readonly Name[]): boolean => {
    const found = missing(needed);
    const [first] = needed.filter((name) => found[name] !== undefined);
    flushSync(() => {
      setFaults(found);
      setFailure(null);
      if (first !== undefined) showStep(stepOf(first));
    });
    if (first !== undefined) focus(first);
    return first === undefined;
  };

  const show = (error: DeskError): void => {
    const at = fieldOf(error);
    if (at === undefined) return setFailure(error);
    // A refused key has its own message. If a token that it returned is refused, the token prefix may be missing.
    const name = at === "token" && provider.hasKeys ? "tokenPrefix" : at;
    flushSync(() => {
      showStep(stepOf(name));
      if (!ENTERED.has(name)) provider.reveal(name === "chargePath" ? "chargePath" : "all");
      setFaults({ [name]: t(`connect.refused.${name}`) });
    });
    focus(name);
  };
  const forget = (name: Name | ProviderField) => {
    if (faults[name] !== undefined) setFaults(({ [name]: _gone, ...rest }) => rest);
  };
  return { faults, failure, isComplete, show, forget };
}

/** The results of a test, and its settings. */
type Tested = { calls: readonly CheckedCallView[]; settings: string };

export function useConnect(provider: Provider) {
  const fields = useFields();
  const { form, read, clear, focus } = fields;
  const [step, showStep] = useState<FormStep>(1);
  const { faults, failure, isComplete, show, forget } = useFaults(provider, fields, showStep);
  const [tested, setTested] = useState<Tested | null>(null);
  const [isChecking, setChecking] = useState(false);
  const entered = useRef(0);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const given: readonly Name[] = provider.hasKeys ? ["key", "secret"] : ["token"];
  const settings = JSON.stringify(provider.settings);

  const credentials = (): CredentialsInput =>
    provider.hasKeys
      ? { kind: "keys", key: read("key"), secret: read("secret") }
      : { kind: "token", token: read("token") };

  /** The secrets stay in their fields: connecting needs them again. */
  const check = async () => {
    if (busy || isChecking || !isComplete(["address", ...given])) return;
    setChecking(true);
    setTested(null);
    const asked = entered.current;
    try {
      const input = { baseUrl: read("address"), provider: provider.settings, credentials: credentials() };
      const calls = await ipc.checkProvider(input);
      // Fields changed meanwhile were not tested.
      if (asked === entered.current) setTested({ calls, settings });
      if (calls.some(({ call, answer }) => call === "card_top_up" && answer === "not_known")) {
        provider.reveal("chargePath");
      }
    } catch (thrown) {
      show(asDeskError(thrown));
    } finally {
      setChecking(false);
    }
  };

  const next = () => {
    if (!isComplete(ON_FIRST)) return;
    flushSync(() => showStep(2));
    if (given[0] !== undefined) focus(given[0]);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step === 1) return next();
    if (busy || isChecking || !isComplete([...ON_FIRST, ...given, "lock"])) return;
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
      cacheSession(session);
    } catch (thrown) {
      setFailed(true);
      show(asDeskError(thrown));
    } finally {
      setBusy(false);
    }
  };
  /** Another address or key may have another result. */
  const changed = (name: Name | ProviderField) => {
    forget(name);
    if (!TESTED.has(name as Name)) return;
    entered.current += 1;
    setTested(null);
    // Secrets belong to the provider that they were entered for.
    if (name === "address") SECRETS.forEach(clear);
  };
  const calls = tested?.settings === settings ? tested.calls : null;
  return { form, step, showStep, faults, failure, busy, submit, changed, failed, calls, isChecking, check, given };
}
