import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { requestPassword } from '../../api/guest.ts';
import { useApp } from '../../session/context.tsx';
import { GuestButton, TextField } from '../../plain/fields.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { Refused } from './Refused.tsx';
import { emailFault } from './rules.ts';
import { t } from './texts.ts';
import { useGuestForm } from './useForm.ts';

/** Asks for a link by email. The answer is the same whether the address has an account or not. */
export default function RequestPassword() {
  const { client } = useApp();
  const known = new URLSearchParams(useSearch()).get('email') ?? '';
  const [sent, setSent] = useState<string | null>(null);
  const { field, wrong, busy, onSubmit } = useGuestForm({
    initial: { email: known },
    rules: { email: emailFault },
    send: async ({ email }) => {
      await requestPassword(client, email.trim());
      setSent(email.trim());
    },
  });

  if (sent !== null) {
    return (
      <GuestFrame title={t('forgot.sentTitle')} text={t('forgot.sent', { email: sent })}>
        <form>
          <p className="hint">{t('forgot.sentHint')}</p>
          <GuestButton
            plain
            onClick={() => {
              setSent(null);
            }}
          >
            {t('forgot.again')}
          </GuestButton>
          <Link className="other" href="/login">
            {t('forgot.back')}
          </Link>
        </form>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame title={t('forgot.title')} text={t('forgot.text')}>
      <form noValidate onSubmit={onSubmit}>
        <Refused why={wrong} />
        <TextField
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...field('email')}
        />
        <GuestButton type="submit" busy={busy}>
          {t('forgot.submit')}
        </GuestButton>
        <Link className="other" href="/login">
          {t('forgot.back')}
        </Link>
      </form>
    </GuestFrame>
  );
}
