import { NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../texts.ts';
import type { Field } from './useRecordForm.ts';

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** What every field of the product shows: its label, whether it may stay empty, a hint under the label, and what is wrong. */
const common = (
  { label, hint, optional = false, disabled = false, className }: Common,
  field: Pick<Field<unknown>, 'name' | 'error' | 'onBlur'>,
) => ({
  label:
    optional ?
      <>
        {label} <span className="bk-optional">{t('form.optional')}</span>
      </>
    : label,
  description: hint,
  error: field.error,
  disabled,
  name: field.name,
  onBlur: field.onBlur,
  ...(className === undefined ? {} : { className }),
  inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'description' | 'error')[],
});

type TextProps = Common & { readonly of: Field<string> } & Pick<
    ComponentProps<typeof TextInput>,
    | 'type'
    | 'autoComplete'
    | 'placeholder'
    | 'inputMode'
    | 'leftSection'
    | 'rightSection'
    | 'maxLength'
    | 'spellCheck'
    | 'autoFocus'
    | 'leftSectionWidth'
    | 'rightSectionWidth'
  >;

export function TextField({ of, label, hint, optional, disabled, className, ...input }: TextProps) {
  return (
    <TextInput
      {...common({ label, hint, ...given({ optional, disabled, className }) }, of)}
      {...input}
      // A dialog's focus goes where this says; it would take it away again, and the field would be judged empty.
      {...(input.autoFocus ? { 'data-autofocus': true } : {})}
      value={of.value}
      onChange={(event) => {
        of.change(event.currentTarget.value);
      }}
    />
  );
}

export function PasswordField({
  of,
  label,
  hint,
  optional,
  disabled,
  className,
  autoComplete,
}: Common & { readonly of: Field<string>; readonly autoComplete: string }) {
  return (
    <PasswordInput
      {...common({ label, hint, ...given({ optional, disabled, className }) }, of)}
      autoComplete={autoComplete}
      value={of.value}
      onChange={(event) => {
        of.change(event.currentTarget.value);
      }}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showSecret'), 'aria-hidden': false, tabIndex: 0 }}
    />
  );
}

export function AreaField({
  of,
  label,
  hint,
  optional,
  disabled,
  className,
  rows = 4,
  maxLength,
  placeholder,
}: Common & {
  readonly of: Field<string>;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
}) {
  return (
    <Textarea
      {...common({ label, hint, ...given({ optional, disabled, className }) }, of)}
      rows={rows}
      {...given({ maxLength, placeholder })}
      value={of.value}
      onChange={(event) => {
        of.change(event.currentTarget.value);
      }}
    />
  );
}

/** A whole number; empty is null where `optional`. */
export function NumberField({
  of,
  label,
  hint,
  optional,
  disabled,
  className,
  placeholder,
  suffix,
  min = 0,
}: Common & {
  readonly of: Field<number | null>;
  readonly placeholder?: string;
  readonly suffix?: string;
  readonly min?: number;
}) {
  return (
    <NumberInput
      {...common({ label, hint, ...given({ optional, disabled, className }) }, of)}
      value={of.value ?? ''}
      min={min}
      max={100_000_000}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      clampBehavior="none"
      {...given({ placeholder, suffix })}
      onChange={(value) => {
        of.change(
          typeof value === 'number' ? value
          : value === '' ? null
          : Number(value),
        );
      }}
    />
  );
}

export function SelectField<T extends string>({
  of,
  label,
  hint,
  optional,
  disabled,
  className,
  options,
  placeholder,
  searchable = false,
  onSearch,
}: Common & {
  readonly of: Field<T>;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly placeholder?: string;
  readonly searchable?: boolean;
  readonly onSearch?: (text: string) => void;
}) {
  return (
    <Select
      {...common({ label, hint, ...given({ optional, disabled, className }) }, of)}
      data={[...options]}
      value={of.value}
      searchable={searchable}
      allowDeselect={false}
      {...given({ placeholder })}
      nothingFoundMessage={t('list.noMatch')}
      comboboxProps={{ shadow: 'lg' }}
      maxDropdownHeight={280}
      limit={200}
      {...(onSearch ? { onSearchChange: onSearch } : {})}
      onChange={(value) => {
        if (value !== null) of.change(value as T);
      }}
    />
  );
}

/** Something that is on or off. */
export const SwitchField = ({ of, label, hint, disabled = false }: Common & { readonly of: Field<boolean> }) => (
  <Switch
    className="bk-switch"
    name={of.name}
    label={label}
    description={hint}
    error={of.error}
    disabled={disabled}
    checked={of.value}
    onChange={(event) => {
      of.change(event.currentTarget.checked);
    }}
  />
);

/** Leaves out what is undefined: the library's properties are exact. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
