import { Button, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import useSWR from 'swr';
import { Link, useLocation, useSearch } from 'wouter';
import { NewPassword as NewPasswordRule } from '../../../api/contract/fields.ts';
import { account } from '../../api/account.ts';
import { ApiError } from '../../api/errors.ts';
import { useApp } from '../../app/context.tsx';
import { t } from './texts.ts';
import { useProductName } from '../../session/profile.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { NewPassword } from './NewPassword.tsx';
import { Refused } from './Refused.tsx';
import { fieldErrors, words } from './refusal.ts';

/** Where the links of e-mails lead: choose a password, the first one (invitation) or a new one. A link works once and not for ever. */
export default function ResetPassword() {
  const { client } = useApp();
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [gone, setGone] = useState(false);
  const { data, error, mutate } = useSWR<Awaited<ReturnType<typeof account.verifyToken>>, unknown>(
    token === '' ? null : ['token', token],
    () => account.verifyToken(client, token),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false },
  );

  if (token === '' || gone || data?.valid === false) return <Expired missing={token === ''} />;
  if (data)
    return (
      <Choose
        token={token}
        kind={data.kind}
        email={data.email}
        onGone={() => {
          setGone(true);
        }}
      />
    );
  if (error !== undefined) {
    return (
      <GuestFrame title={t('reset.title')} text={t('reset.unchecked')}>
        <form>
          <Refused why={words(error)} />
          <Button
            variant="default"
            size="md"
            fullWidth
            onClick={() => {
              void mutate();
            }}
          >
            {t('app.retry')}
          </Button>
        </form>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame title={t('reset.title')} text={t('reset.checking')}>
      <Skeleton height={42} mb={16} />
      <Skeleton height={42} />
    </GuestFrame>
  );
}

function Expired({ missing }: { readonly missing: boolean }) {
  return (
    <GuestFrame
      title={missing ? t('reset.missingTitle') : t('reset.expiredTitle')}
      text={missing ? t('reset.missing') : t('reset.expired')}
    >
      <form>
        <Button component={Link} href="/passwords/request" size="md" fullWidth>
          {t('reset.newLink')}
        </Button>
        <Link className="other" href="/login">
          {t('forgot.back')}
        </Link>
      </form>
    </GuestFrame>
  );
}

function Choose({
  token,
  kind,
  email,
  onGone,
}: {
  readonly token: string;
  readonly kind: 'reset' | 'invitation' | null;
  readonly email: string | null;
  readonly onGone: () => void;
}) {
  const { client } = useApp();
  const [, go] = useLocation();
  const name = useProductName();
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => NewPasswordRule.safeParse(password).error?.issues[0]?.message ?? null },
  });

  const submit = async ({ password }: { password: string }) => {
    setBusy(true);
    setWrong(null);
    try {
      await account.choosePassword(client, { token, password });
      setDone(true);
    } catch (error) {
      const fields = fieldErrors(error, ['password']);
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (fields) form.setErrors(fields);
      else if (refused) onGone();
      else setWrong(words(error));
    }
    setBusy(false);
  };

  if (done) {
    return (
      <GuestFrame title={t('reset.doneTitle')} text={t('reset.done')}>
        <form>
          <Button
            size="md"
            fullWidth
            onClick={() => {
              go('/login', { replace: true });
            }}
            autoFocus
          >
            {t('login.submit')}
          </Button>
        </form>
      </GuestFrame>
    );
  }
  const invited = kind === 'invitation';
  return (
    <GuestFrame
      title={invited ? t('reset.welcome', { name }) : t('reset.title')}
      text={t(invited ? 'reset.invited' : 'reset.text', { email: email ?? '' })}
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          void submit(values);
        })}
      >
        <Refused why={wrong} />
        <NewPassword
          size="md"
          label={t('password.new')}
          autoFocus
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <Button type="submit" size="md" loading={busy} fullWidth mt={4}>
          {invited ? t('reset.start') : t('reset.submit')}
        </Button>
      </form>
    </GuestFrame>
  );
}
