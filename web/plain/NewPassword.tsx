import type { ComponentProps } from 'react';
import { strengthOf } from '../session/strength.ts';
import { PasswordField } from './fields.tsx';
import { t } from './texts.ts';

const steps = { short: 0, weak: 1, fair: 2, strong: 3 } as const;

/** A field for a new password, with what it is worth below. */
export function NewPassword({ email, ...input }: { readonly email?: string } & ComponentProps<typeof PasswordField>) {
  const strength = strengthOf(input.value, email);
  return (
    <div className="bk-newpassword">
      <PasswordField autoComplete="new-password" {...input} />
      <div className={`strength ${input.value === '' ? 'none' : strength}`} aria-hidden>
        {[1, 2, 3].map((step) => (
          <i key={step} className={input.value !== '' && steps[strength] >= step ? 'on' : ''} />
        ))}
      </div>
      <p className="hint" aria-live="polite">
        {input.value === '' ? t('password.hint') : t(`password.${strength}`)}
      </p>
    </div>
  );
}
