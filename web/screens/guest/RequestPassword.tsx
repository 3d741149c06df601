import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { LoginRequest } from '../../../api/contract/session.ts';
import { account } from '../../api/account.ts';
import { useApp } from '../../app/context.tsx';
import { t } from './texts.ts';
import { GuestFrame } from './GuestFrame.tsx';
import { Refused } from './Refused.tsx';
import { fieldErrors, words } from './refusal.ts';

/** Asks for a link by e-mail. The answer is the same whether the address has an account or not. */
export default function RequestPassword() {
  const { client } = useApp();
  const known = new URLSearchParams(useSearch()).get('email') ?? '';
  const [sent, setSent] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: known },
    validate: { email: (email) => LoginRequest.shape.email.safeParse(email.trim()).error?.issues[0]?.message ?? null },
  });

  const submit = async ({ email }: { email: string }) => {
    setBusy(true);
    setWrong(null);
    try {
      await account.requestPassword(client, email.trim());
      setSent(email.trim());
    } catch (error) {
      const fields = fieldErrors(error, ['email']);
      if (fields) form.setErrors(fields);
      else setWrong(words(error));
    }
    setBusy(false);
  };

  if (sent !== null) {
    return (
      <GuestFrame title={t('forgot.sentTitle')} text={t('forgot.sent', { email: sent })}>
        <form>
          <p className="hint">{t('forgot.sentHint')}</p>
          <Button
            variant="default"
            size="md"
            fullWidth
            onClick={() => {
              setSent(null);
            }}
          >
            {t('forgot.again')}
          </Button>
          <Link className="other" href="/login">
            {t('forgot.back')}
          </Link>
        </form>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame title={t('forgot.title')} text={t('forgot.text')}>
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
        <Button type="submit" size="md" loading={busy} fullWidth mt={4}>
          {t('forgot.submit')}
        </Button>
        <Link className="other" href="/login">
          {t('forgot.back')}
        </Link>
      </form>
    </GuestFrame>
  );
}
