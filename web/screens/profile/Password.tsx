import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { ChangePassword } from '../../../api/contract/passwords.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { Section } from '../../components/form/Form.tsx';
import { t } from './texts.ts';
import { PasswordField } from '../../plain/fields.tsx';
import { NewPassword } from '../../plain/NewPassword.tsx';
import { fieldErrors } from '../../plain/refusal.ts';

/** A new password for oneself. It is asked for with the current one, so that an open screen alone changes nothing. */
export function Password({ email }: { readonly email: string }) {
  const { client } = useApp();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: schemaResolver(ChangePassword, { sync: true }),
  });
  const submit = async (values: { current_password: string; password: string }) => {
    setBusy(true);
    try {
      await client.post('/change-password', { body: values });
      form.reset();
    } catch (error) {
      const refused = fieldErrors(error, ['current_password', 'password']);
      if (refused) form.setErrors(refused);
      else showFailure(error);
    }
    setBusy(false);
  };
  const fieldOf = (name: 'current_password' | 'password') => ({
    value: form.values[name],
    error: (form.errors[name] as string | undefined) ?? null,
    onChange: (value: string) => {
      form.setFieldValue(name, value);
    },
  });
  return (
    <form
      className="bk-form"
      noValidate
      onSubmit={form.onSubmit((values) => {
        void submit(values);
      })}
    >
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Section title={t('profile.password')} text={t('profile.passwordText')}>
        <PasswordField label={t('profile.current')} autoComplete="current-password" {...fieldOf('current_password')} />
        <NewPassword label={t('password.new')} {...fieldOf('password')} />
        <div>
          <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
            {t('profile.changePassword')}
          </Button>
        </div>
      </Section>
    </form>
  );
}
