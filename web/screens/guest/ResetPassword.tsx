import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ApiError } from '../../api/errors.ts';
import { choosePassword, verifyToken } from '../../api/guest.ts';
import { useApp } from '../../session/context.tsx';
import { GuestButton } from '../../plain/fields.tsx';
import { NewPassword } from '../../plain/NewPassword.tsx';
import { words } from '../../plain/refusal.ts';
import { useProductName } from '../../session/brand.ts';
import { GuestFrame } from './GuestFrame.tsx';
import { Refused } from './Refused.tsx';
import { newPasswordFault } from './rules.ts';
import { t } from './texts.ts';
import { useGuestForm } from './useForm.ts';

type EmailedLink = Awaited<ReturnType<typeof verifyToken>>;
type Checked = { readonly kind: 'checking' } | { readonly kind: 'failed'; readonly error: unknown } | Known;
interface Known {
  readonly kind: 'known';
  readonly link: EmailedLink;
}

/** What a link is worth, asked once. */
function useLink(token: string) {
  const { client } = useApp();
  const [state, setState] = useState<Checked>({ kind: 'checking' });
  const check = useCallback(() => {
    setState({ kind: 'checking' });
    if (token === '') return;
    verifyToken(client, token).then(
      (link) => {
        setState({ kind: 'known', link });
      },
      (error: unknown) => {
        setState({ kind: 'failed', error });
      },
    );
  }, [client, token]);
  useEffect(check, [check]);
  return { state, check };
}

/** Where the links of emails lead: choose a password, the first one (invitation) or a new one. A link works once and not for ever. */
export default function ResetPassword() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [gone, setGone] = useState(false);
  const { state, check } = useLink(token);

  if (token === '' || gone || (state.kind === 'known' && !state.link.valid)) return <Expired missing={token === ''} />;
  if (state.kind === 'known')
    return (
      <Choose
        token={token}
        kind={state.link.kind}
        email={state.link.email}
        onGone={() => {
          setGone(true);
        }}
      />
    );
  if (state.kind === 'failed') {
    return (
      <GuestFrame title={t('reset.title')} text={t('reset.unchecked')}>
        <form>
          <Refused why={words(state.error)} />
          <GuestButton plain onClick={check}>
            {t('app.retry')}
          </GuestButton>
        </form>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame title={t('reset.title')} text={t('reset.checking')}>
      <div className="bk-splash">
        <i style={{ height: 42, marginBottom: 16 }} />
        <i style={{ height: 42 }} />
      </div>
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
        <Link href="/passwords/request" className="bk-guestbutton">
          <span>{t('reset.newLink')}</span>
        </Link>
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
  const [done, setDone] = useState(false);
  const { field, wrong, busy, onSubmit } = useGuestForm({
    initial: { password: '' },
    rules: { password: newPasswordFault },
    send: async ({ password }) => {
      await choosePassword(client, { token, password });
      setDone(true);
    },
    refusal: (error) => {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (!refused) return words(error);
      onGone();
      return null;
    },
  });

  if (done) {
    return (
      <GuestFrame title={t('reset.doneTitle')} text={t('reset.done')}>
        <form>
          <GuestButton
            onClick={() => {
              go('/login', { replace: true });
            }}
            autoFocus
          >
            {t('login.submit')}
          </GuestButton>
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
      <form noValidate onSubmit={onSubmit}>
        <Refused why={wrong} />
        <NewPassword label={t('password.new')} token={token} autoFocus {...field('password')} />
        <GuestButton type="submit" busy={busy}>
          {invited ? t('reset.start') : t('reset.submit')}
        </GuestButton>
      </form>
    </GuestFrame>
  );
}
