import { useState } from 'react';
import { Email } from '../../../api/contract/fields.ts';
import { useRead } from '../../data/read.ts';
import type { Field } from './useRecordForm.ts';
import { TextField } from './fields.tsx';

/**
 * An email address. After typing, its domain is looked at: one that takes no email, or is thrown away after an hour, is
 * said so before anybody waits for an answer.
 */
export function EmailField({
  of,
  label,
  hint,
  optional = false,
  disabled = false,
}: {
  readonly of: Field<string>;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
  readonly disabled?: boolean;
}) {
  const [began] = useState(of.value);
  const [asked, setAsked] = useState<string | null>(null);
  const check = useRead('/validate-email', asked !== null && asked === of.value ? { query: { email: asked } } : null, {
    swr: { revalidateOnFocus: false },
  }).data?.data;
  const doubt = check && !check.valid && check.reason !== 'syntax' ? check.message : null;
  const looked: Field<string> = {
    ...of,
    onBlur: () => {
      of.onBlur();
      setAsked(of.value !== began && Email.safeParse(of.value).success ? of.value : null);
    },
  };
  return (
    <TextField
      of={looked}
      label={label}
      type="email"
      autoComplete="off"
      spellCheck={false}
      optional={optional}
      disabled={disabled}
      hint={
        doubt === null ? hint : (
          <span className="tone-warning" style={{ color: 'var(--warning)' }} role="status">
            {doubt}
          </span>
        )
      }
    />
  );
}
