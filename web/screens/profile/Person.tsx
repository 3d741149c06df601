import { type Profile, UpdateProfile } from '../../../api/contract/profile.ts';
import { useApp } from '../../session/context.tsx';
import { Form, Note, Pair, Section } from '../../components/form/Form.tsx';
import { PasswordField, TextField } from '../../components/form/fields.tsx';
import { PhoneField } from '../../components/form/PhoneField.tsx';
import { useRecordForm } from '../../components/form/useRecordForm.ts';
import { ImageUpload } from '../../components/ImageUpload.tsx';
import { t } from './texts.ts';
import { useRefreshProfile } from '../../session/profile.tsx';
import { updatingProfile } from '../../session/refused.ts';

/** An uploaded picture's address without the host that it was uploaded on: the same person is also shown on a brand's host. */
const onEveryHost = (url: string): string => {
  const { pathname } = new URL(url, location.href);
  return pathname.startsWith('/media/') ? pathname : url;
};

/** Name, address and picture. The address is what one signs in with: changing it asks for the password. */
export function Person({ profile }: { readonly profile: Profile }) {
  const { client, session } = useApp();
  const refresh = useRefreshProfile();
  const acting = profile.impersonator !== null;
  const form = useRecordForm({
    initial: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      email: profile.email,
      avatar: profile.avatar ?? '',
      phone: profile.phone ?? '',
      current_password: '',
    },
    schema: UpdateProfile,
    revision: null,
    toBody: ({ avatar, current_password: password, ...rest }) => ({
      ...rest,
      avatar: avatar === '' ? null : avatar,
      ...(password === '' ? {} : { current_password: password }),
    }),
    save: (body) => updatingProfile(session, () => client.put('/profile', { body: body, seesUnauthorized: true })),
    onSaved: () => {
      refresh();
    },
  });
  const moved = form.values.email.trim().toLowerCase() !== profile.email.toLowerCase();
  return (
    <Form form={form}>
      <Section title={t('profile.person')} text={t('profile.personText')}>
        {acting && <Note tone="info">{t('profile.acting')}</Note>}
        <ImageUpload
          label={t('profile.picture')}
          value={form.values.avatar === '' ? null : form.values.avatar}
          target={{ kind: 'own' }}
          shape="square"
          onChange={(url) => {
            form.set('avatar', url === null ? '' : onEveryHost(url));
          }}
        />
        <Pair>
          <TextField of={form.field('first_name')} label={t('profile.first')} autoComplete="given-name" />
          <TextField of={form.field('last_name')} label={t('profile.last')} autoComplete="family-name" optional />
        </Pair>
        <TextField
          of={form.field('email')}
          label={t('profile.email')}
          type="email"
          autoComplete="email"
          spellCheck={false}
          disabled={acting}
        />
        <PhoneField
          of={form.field('phone')}
          label={t('profile.phone')}
          hint={t('profile.phoneHint')}
          autoComplete="tel"
          optional
        />
        {moved && !acting && (
          <PasswordField
            of={form.field('current_password')}
            label={t('profile.current')}
            hint={t('profile.currentHint')}
            autoComplete="current-password"
          />
        )}
      </Section>
    </Form>
  );
}
