import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from './texts.ts';
import { useStrength } from '../../session/strength.ts';

const steps = { short: 0, weak: 1, fair: 2, strong: 3 } as const;

/** A field for a new password, with what it is worth below. `token`: of the link it is chosen with. */
export function NewPassword({
  value,
  token = null,
  ...input
}: { readonly value: string; readonly token?: string | null } & Omit<PasswordInputProps, 'value'>) {
  const judged = useStrength(value, token);
  const strength = value === '' || judged === null ? null : judged.strength;
  return (
    <div className="bk-newpassword">
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.show') }}
        {...input}
        value={value}
      />
      <div className={`strength ${strength ?? 'none'}`} aria-hidden>
        {[1, 2, 3].map((step) => (
          <i key={step} className={strength !== null && steps[strength] >= step ? 'on' : ''} />
        ))}
      </div>
      <p className="hint" aria-live="polite">
        {judged?.strength === 'weak' && judged.message !== null ?
          judged.message
        : t(strength === null ? 'password.hint' : `password.${strength}`)}
      </p>
    </div>
  );
}
