import { useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { GuestButton, TextField } from '../../../plain/fields.tsx';
import { NewPassword } from '../../../plain/NewPassword.tsx';
import { words } from '../../../plain/refusal.ts';
import { emailFault, newPasswordFault } from '../../guest/rules.ts';
import { useGuestForm } from '../../guest/useForm.ts';
import type { Page } from './order.ts';
import { t } from './texts.ts';

export interface Details {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly company: string;
  readonly password: string;
  readonly coupon: string;
}
const nothing: Details = { first_name: '', last_name: '', email: '', company: '', password: '', coupon: '' };
const needed = (value: string): string | null => (value.trim() === '' ? t('order.missing') : null);

/** Who orders. */
export function DetailsForm({
  buyer,
  termsUrl,
  initial,
  problem,
  onSend,
  onChanged,
}: {
  readonly buyer: Page['buyer'];
  readonly termsUrl: string | null;
  /** What was entered before. */
  readonly initial: Details | null;
  readonly problem: { readonly field: string | null; readonly message: string } | null;
  readonly onSend: (details: Details) => Promise<void>;
  /** The offer is another by now. */
  readonly onChanged: () => Promise<void>;
}) {
  const [hasCode, setHasCode] = useState((initial?.coupon ?? '') !== '');
  const { field, wrong, busy, onSubmit } = useGuestForm({
    initial: { ...(initial ?? nothing) },
    rules: {
      first_name: needed,
      last_name: () => null,
      email: emailFault,
      company: needed,
      password: newPasswordFault,
      coupon: () => null,
    },
    send: (values) => onSend({ ...values, email: values.email.trim() }),
    refusal: (error) => {
      if (error instanceof ApiError && error.code === 'overtaken') void onChanged();
      return words(error);
    },
  });
  const said = wrong ?? problem?.message ?? null;
  return (
    <form noValidate onSubmit={onSubmit}>
      <h2>{t('order.account')}</h2>
      {said !== null && (
        <p role="alert" className="or-problem">
          {said}
        </p>
      )}
      <div className="or-pair">
        <TextField label={t('order.firstName')} autoComplete="given-name" {...field('first_name')} />
        <TextField label={t('order.lastName')} autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextField label={t(`order.company.${buyer}`)} autoComplete="organization" {...field('company')} />
      <TextField
        type="email"
        label={t('order.email')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <NewPassword label={t('order.password')} {...field('password')} />
      {hasCode ?
        <TextField label={t('order.code')} autoComplete="off" autoCapitalize="characters" {...field('coupon')} />
      : <button
          type="button"
          className="or-link"
          onClick={() => {
            setHasCode(true);
          }}
        >
          {t('order.haveCode')}
        </button>
      }
      <GuestButton type="submit" busy={busy}>
        {t('order.next')}
      </GuestButton>
      {termsUrl !== null && (
        <p className="or-terms muted">
          {t('order.terms')}{' '}
          <a href={termsUrl} target="_blank" rel="noreferrer">
            {t('order.readTerms')}
          </a>
        </p>
      )}
    </form>
  );
}
