import { useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { signIn } from '../../api/guest.ts';
import { ApiError } from '../../api/errors.ts';
import { safeReturn } from '../../session/guard.ts';
import { useApp } from '../../session/context.tsx';
import { deviceId } from '../../session/device.ts';
import { usePrefetch } from '../../core/prefetch.ts';
import { useProductName } from '../../session/brand.ts';
import { GuestButton, PasswordField, TextField } from '../../plain/fields.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { Refused } from './Refused.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SecondStep, type SecondStepAsked } from './SecondStep.tsx';
import { words } from '../../plain/refusal.ts';
import { emailFault, passwordFault } from './rules.ts';
import { t } from './texts.ts';
import { useGuestForm } from './useForm.ts';

/** What a refused sign-in says. Whether the address exists is not told. */
const refusal = (error: unknown): string | null =>
  error instanceof ApiError && (error.status === 401 || error.code === 'invalid_credentials') ?
    t('login.wrong')
  : words(error);

/** Sign-in. The guard leads on to the requested path as soon as there is a session. */
export default function Login() {
  const { client, session } = useApp();
  const name = useProductName();
  const to = safeReturn(new URLSearchParams(useSearch()).get('to'));
  /** The token of the second step; null: the password is not shown yet. */
  const [second, setSecond] = useState<SecondStepAsked | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const { field, values, wrong, busy, onSubmit } = useGuestForm({
    initial: { email: '', password: '' },
    rules: { email: emailFault, password: passwordFault },
    send: async ({ email, password }) => {
      const answer = await signIn(client, { email: email.trim(), password, device: deviceId() });
      if ('access_token' in answer) session.start(answer.access_token);
      else {
        setStale(false);
        setSecond(answer.second_factor);
      }
    },
    refusal,
  });
  const typed = values.email !== '' || values.password !== '';
  const foresee = usePrefetch();
  // Whoever types means to come in: what stands behind the sign-in is fetched meanwhile.
  useEffect(() => {
    if (typed) foresee();
  }, [typed, foresee]);

  if (second !== null)
    return (
      <SecondStep
        asked={second}
        onBack={() => {
          setSecond(null);
        }}
        onStale={() => {
          setStale(true);
          setSecond(null);
        }}
      />
    );
  const email = values.email.trim();
  return (
    <GuestFrame
      title={t('login.title')}
      text={to === null ? t('login.sub', { name }) : t('login.returning', { path: to })}
    >
      <form noValidate onSubmit={onSubmit}>
        <Refused why={wrong ?? refused ?? (stale && !busy ? t('second.stale') : null)} />
        <TextField
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...field('email')}
        />
        <PasswordField label={t('login.password')} autoComplete="current-password" {...field('password')} />
        <GuestButton type="submit" busy={busy}>
          {t('login.submit')}
        </GuestButton>
        <PasskeyButton onRefused={setRefused} />
        <Link className="other" href={`/passwords/request${email === '' ? '' : `?email=${encodeURIComponent(email)}`}`}>
          {t('login.forgot')}
        </Link>
      </form>
    </GuestFrame>
  );
}
