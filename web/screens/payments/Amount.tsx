import { TextInput } from '@mantine/core';

/** A typed amount and what is wrong with it; `refusal`: what the server said of it. */
export function Amount({
  label,
  currency,
  typed,
  onType,
  refusal,
  hint,
  focus = false,
}: {
  readonly label: string;
  readonly currency: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly refusal: string | undefined;
  readonly hint?: string;
  readonly focus?: boolean;
}) {
  return (
    <TextInput
      label={label}
      description={hint}
      error={refusal}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className="bk-currency">{currency}</span>}
      rightSectionWidth={52}
      value={typed}
      data-autofocus={focus || undefined}
      onChange={(event) => {
        onType(event.currentTarget.value);
      }}
    />
  );
}
