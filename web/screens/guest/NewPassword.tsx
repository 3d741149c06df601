import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from './texts.ts';
import { strengthOf } from '../../session/strength.ts';

const steps = { short: 0, weak: 1, fair: 2, strong: 3 } as const;

/** A field for a new password, with what it is worth below. */
export function NewPassword({
  value,
  email,
  ...input
}: { readonly value: string; readonly email?: string } & Omit<PasswordInputProps, 'value'>) {
  const strength = strengthOf(value, email);
  return (
    <div className="bk-newpassword">
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.show') }}
        {...input}
        value={value}
      />
      <div className={`strength ${value === '' ? 'none' : strength}`} aria-hidden>
        {[1, 2, 3].map((step) => (
          <i key={step} className={value !== '' && steps[strength] >= step ? 'on' : ''} />
        ))}
      </div>
      <p className="hint" aria-live="polite">
        {value === '' ? t('password.hint') : t(`password.${strength}`)}
      </p>
    </div>
  );
}
