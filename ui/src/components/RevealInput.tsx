/**
 * A field for a pasted secret, which can be shown to check it. The field is uncontrolled, so no state contains its
 * text. It is hidden again on blur and on submit.
 */
import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type FocusEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type Props = Omit<TextInputProps, "type" | "value" | "defaultValue" | "rightSection" | "ref"> & {
  ref?: Ref<HTMLInputElement>;
  testid: string;
};

const ICON_PX = 18;
const BUTTON_PX = 28;
const BUTTON_PLACE_PX = 36;

export function RevealInput({ testid, ref, onBlur, ...props }: Props): ReactNode {
  const { t } = useTranslation("frame");
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const Icon = isShown ? IconEyeOff : IconEye;
  const input = useRef<HTMLInputElement>(null);
  const bothRefs = useMergedRef(input, ref);
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== button.current && relatedTarget !== input.current) setShown(false);
  };
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <TextInput
      {...props}
      ref={bothRefs}
      type={isShown ? "text" : "password"}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      onBlur={(event) => {
        leave(event);
        onBlur?.(event);
      }}
      rightSection={
        <ActionIcon
          ref={button}
          size={BUTTON_PX}
          aria-label={t(isShown ? "secret.hide" : "secret.show")}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
          onBlur={leave}
          data-testid={`${testid}-show`}
        >
          <Icon size={ICON_PX} stroke={1.75} />
        </ActionIcon>
      }
      rightSectionWidth={BUTTON_PLACE_PX}
      data-testid={testid}
    />
  );
}
