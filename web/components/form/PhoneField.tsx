import type { ReactNode } from 'react';
import { TextField } from './fields.tsx';
import type { Field } from './useRecordForm.ts';

/** A phone number, as people write it; `autoComplete`: whose it is, where it is the reader's own. */
export const PhoneField = ({
  autoComplete = 'off',
  ...rest
}: {
  readonly of: Field<string>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly autoComplete?: string;
  readonly optional?: boolean;
  readonly autoFocus?: boolean;
}) => <TextField {...rest} type="tel" autoComplete={autoComplete} />;
