import { PasswordField, SwitchField } from '../../components/form/fields.tsx';
import type { RecordForm } from '../../components/form/useRecordForm.ts';
import { t } from './texts.ts';

type Access = { readonly invite: boolean; readonly password: string };
/** Without a password the owner gets an email with a link to choose one. */
export const accessBody = (values: Access) => (values.invite ? {} : { password: values.password });

/** How the owner of a new record gets in. */
export function AccessFields({ form }: { readonly form: RecordForm<Access> }) {
  return (
    <>
      <SwitchField of={form.field('invite')} label={t('field.invite')} hint={t('field.inviteHint')} />
      {!form.values.invite && (
        <PasswordField
          of={form.field('password')}
          label={t('field.password')}
          autoComplete="new-password"
          hint={t('field.passwordHint')}
        />
      )}
    </>
  );
}
