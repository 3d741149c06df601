import type { ComponentProps } from 'react';
import { useStrength } from '../session/strength.ts';
import { PasswordField } from './fields.tsx';
import { t } from './texts.ts';

const steps = { short: 0, weak: 1, fair: 2, strong: 3 } as const;

/** A field for a new password, with what it is worth below. `token`: of the link it is chosen with. */
export function NewPassword({
  token = null,
  ...input
}: { readonly token?: string | null } & ComponentProps<typeof PasswordField>) {
  const judged = useStrength(input.value, token);
  const strength = input.value === '' || judged === null ? null : judged.strength;
  return (
    <div className="bk-newpassword">
      <PasswordField autoComplete="new-password" {...input} />
      <div className={`strength ${strength ?? 'none'}`} aria-hidden>
        {[1, 2, 3].map((step) => (
          <i key={step} className={strength !== null && steps[strength] >= step ? 'on' : ''} />
        ))}
      </div>
      <p className="hint" aria-live="polite">
        {strength === 'weak' && judged?.message ?
          judged.message
        : t(strength === null ? 'password.hint' : `password.${strength}`)}
      </p>
    </div>
  );
}
