import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Currency, moneyProblems, parseMoney, plainMoney } from '../../../api/contract/money.ts';
import { plainUnitPrice, readUnitPrice } from '../../../api/contract/plans.ts';
import { t } from '../texts.ts';
import type { Field } from './useRecordForm.ts';

/** What is typed, as the API takes it; text that is no amount stays text, and is refused. Null: nothing. */
export type TypedAmount = number | string | null;

const amounts = {
  /** A price that is charged, in the smallest unit. */
  price: {
    read: (typed: string, currency: Currency): TypedAmount => {
      const read = parseMoney(typed, currency);
      return 'money' in read ? read.money.amount : typed;
    },
    show: (amount: number, currency: Currency) => plainMoney({ amount, currency }),
    problem: (typed: string, currency: Currency) => {
      const read = parseMoney(typed, currency);
      return 'problem' in read ? moneyProblems[read.problem] : null;
    },
  },
  /** The price of one of many, in 1/10,000 of it. */
  unit: {
    read: (typed: string, currency: Currency): TypedAmount => readUnitPrice(typed, currency) ?? typed,
    show: plainUnitPrice,
    problem: (typed: string, currency: Currency) =>
      readUnitPrice(typed, currency) === null ? t('form.unitPrice') : null,
  },
} as const;

/** An amount of money as people type it: `12.50`. */
export function MoneyField({
  of,
  currency,
  kind = 'price',
  label,
  hint,
  placeholder,
  optional = false,
}: {
  readonly of: Field<TypedAmount>;
  readonly currency: Currency;
  readonly kind?: keyof typeof amounts;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly optional?: boolean;
}) {
  const { read, show, problem } = amounts[kind];
  const [typed, setTyped] = useState('');
  // What somebody types stays as they type it, for as long as it means what the form holds.
  const isTyped = typed !== '' && of.value === read(typed, currency);
  const shown =
    isTyped ? typed
    : typeof of.value === 'number' ? show(of.value, currency)
    : (of.value ?? '');
  const wrong = of.error && typeof of.value === 'string' ? problem(of.value, currency) : null;
  return (
    <TextInput
      label={
        optional ?
          <>
            {label} <span className="bk-optional">{t('form.optional')}</span>
          </>
        : label
      }
      description={hint}
      error={wrong ?? of.error}
      name={of.name}
      onBlur={of.onBlur}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputMode="decimal"
      autoComplete="off"
      {...(placeholder === undefined ? {} : { placeholder })}
      rightSection={<span className="bk-currency">{currency}</span>}
      rightSectionWidth={52}
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        of.change(text.trim() === '' ? null : read(text, currency));
      }}
    />
  );
}
