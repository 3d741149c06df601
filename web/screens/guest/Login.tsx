import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertCircle, IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { LoginRequest } from '../../../api/contract/session.ts';
import { commands } from '../../api/commands.ts';
import { ApiError, failureMessage } from '../../api/errors.ts';
import { safeReturn } from '../../app/guard.ts';
import { useApp } from '../../app/context.tsx';
import { PageTitle } from '../../components/PageHeader.tsx';
import { t } from '../../messages/translate.ts';
import { Brand } from '../../shell/Brand.tsx';
import { useProductName } from '../../session/profile.tsx';

/** What a refused sign-in says. Whether the address exists is not told. */
function words(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.failed');
  if (error.status === 0) return t('app.unreachable');
  if (error.status === 401 || error.code === 'invalid_credentials') return t('login.wrong');
  if (error.status === 429) return t('login.tooMany');
  return failureMessage(error) ?? t('app.failed');
}

/** Sign-in. The guard leads on to the requested path as soon as there is a session. */
export default function Login() {
  const { client, session } = useApp();
  const name = useProductName();
  const to = safeReturn(new URLSearchParams(useSearch()).get('to'));
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({ initialValues: { email: '', password: '' }, validate: schemaResolver(LoginRequest, { sync: true }) });

  const submit = async (values: { email: string; password: string }) => {
    setBusy(true);
    setWrong(null);
    try {
      session.start(await commands.signIn(client, { email: values.email.trim(), password: values.password }));
    } catch (error) {
      const invalid = error instanceof ApiError && error.status === 422 && error.code !== 'invalid_credentials' && Object.keys(error.fields).length > 0;
      if (invalid) form.setErrors(Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [field, messages[0]])));
      else setWrong(words(error));
      setBusy(false);
    }
  };

  return (
    <main className="bk-login">
      <div className="form">
        <div className="inner">
          <Brand large />
          <PageTitle title={t('login.title')} />
          <p className="sub">{to === null ? t('login.sub', { name }) : t('login.returning', { path: to })}</p>
          <form noValidate onSubmit={form.onSubmit((values) => { void submit(values); })}>
            {wrong !== null && <div className="wrong" role="alert"><IconAlertCircle size={17} aria-hidden />{wrong}</div>}
            <TextInput size="md" type="email" label={t('login.email')} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus {...form.getInputProps('email')} />
            <PasswordInput size="md" label={t('login.password')} autoComplete="current-password" visibilityToggleButtonProps={{ 'aria-label': t('login.show') }} {...form.getInputProps('password')} />
            <Button type="submit" size="md" loading={busy} fullWidth mt={4}>{t('login.submit')}</Button>
          </form>
        </div>
      </div>
      <aside aria-hidden>
        <div className="bk-demo">
          <div className="in">PIZZA</div>
          <div className="out">You’re in! Show this text for a free slice today. Reply STOP to opt out.</div>
          <div className="tick"><IconChecks size={15} />{t('status.delivered')}</div>
        </div>
        <div><h2>{t('login.aside')}</h2><p>{t('login.asideText')}</p></div>
      </aside>
    </main>
  );
}
