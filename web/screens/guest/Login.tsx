import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { LoginRequest } from '../../../api/contract/session.ts';
import { commands } from '../../api/commands.ts';
import { ApiError } from '../../api/errors.ts';
import { safeReturn } from '../../app/guard.ts';
import { useApp } from '../../app/context.tsx';
import { t } from './texts.ts';
import { useProductName } from '../../session/profile.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { Refused } from './Refused.tsx';
import { fieldErrors, words } from './refusal.ts';

/** What a refused sign-in says. Whether the address exists is not told. */
const refusal = (error: unknown): string =>
  error instanceof ApiError && (error.status === 401 || error.code === 'invalid_credentials') ?
    t('login.wrong')
  : words(error);

/** Sign-in. The guard leads on to the requested path as soon as there is a session. */
export default function Login() {
  const { client, session } = useApp();
  const name = useProductName();
  const to = safeReturn(new URLSearchParams(useSearch()).get('to'));
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(LoginRequest, { sync: true }),
  });

  const submit = async (values: { email: string; password: string }) => {
    setBusy(true);
    setWrong(null);
    try {
      session.start(await commands.signIn(client, { email: values.email.trim(), password: values.password }));
    } catch (error) {
      const fields =
        error instanceof ApiError && error.code === 'invalid_credentials' ?
          null
        : fieldErrors(error, ['email', 'password']);
      if (fields) form.setErrors(fields);
      else setWrong(refusal(error));
      setBusy(false);
    }
  };

  const email = form.values.email.trim();
  return (
    <GuestFrame
      title={t('login.title')}
      text={to === null ? t('login.sub', { name }) : t('login.returning', { path: to })}
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          void submit(values);
        })}
      >
        <Refused why={wrong} />
        <TextInput
          size="md"
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          size="md"
          label={t('login.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.show') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth mt={4}>
          {t('login.submit')}
        </Button>
        <Link className="other" href={`/passwords/request${email === '' ? '' : `?email=${encodeURIComponent(email)}`}`}>
          {t('login.forgot')}
        </Link>
      </form>
    </GuestFrame>
  );
}
