import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { completeSignIn } from '../../api/guest.ts';
import { GuestButton, TextField } from '../../plain/fields.tsx';
import { words } from '../../plain/refusal.ts';
import { useApp } from '../../session/context.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { Refused } from './Refused.tsx';
import { t } from './texts.ts';
import { useGuestForm } from './useForm.ts';

type Way = 'code' | 'recovery_code';

/** What the answer to the password asks for. */
export interface SecondStepAsked {
  readonly token: string;
  readonly code: boolean;
  readonly passkey_hosts: readonly string[];
}

/** The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code. */
export function SecondStep({
  asked,
  onBack,
  onStale,
}: {
  readonly asked: SecondStepAsked;
  readonly onBack: () => void;
  /** It took too long: the password is asked for again. */
  readonly onStale: () => void;
}) {
  const { token, code, passkey_hosts: hosts } = asked;
  const [way, setWay] = useState<Way | null>(code ? 'code' : null);
  const [refused, setRefused] = useState<string | null>(null);
  const isHere = hosts.includes(location.hostname);
  const text =
    way === 'code' ? t('second.text')
    : way === 'recovery_code' ? t('second.recoveryText')
    : isHere ? t('second.passkeyText')
    : t('second.passkeyElsewhere', { hosts: hosts.join(', ') });
  const choose = (next: Way) => (
    <GuestButton
      plain
      onClick={() => {
        setRefused(null);
        setWay(next);
      }}
    >
      {t(next === 'code' ? 'second.useCode' : 'second.useRecovery')}
    </GuestButton>
  );
  return (
    <GuestFrame title={t('second.title')} text={text}>
      <Refused why={refused} />
      {way !== null && <CodeForm key={way} token={token} way={way} onStale={onStale} />}
      <div className="ways">
        {isHere && <PasskeyButton token={token} plain={way !== null} onRefused={setRefused} />}
        {way !== 'code' && code && choose('code')}
        {way !== 'recovery_code' && choose('recovery_code')}
        <GuestButton plain onClick={onBack}>
          {t('forgot.back')}
        </GuestButton>
      </div>
    </GuestFrame>
  );
}

const codeFault = (given: string) => (given.trim() === '' ? t('second.noCode') : null);

function CodeForm({
  token,
  way,
  onStale,
}: {
  readonly token: string;
  readonly way: Way;
  readonly onStale: () => void;
}) {
  const { client, session } = useApp();
  const { field, wrong, busy, onSubmit } = useGuestForm({
    initial: { [way]: '' } as Record<Way, string>,
    rules: { code: codeFault, recovery_code: codeFault },
    send: async (values) => {
      const typed = values[way].trim();
      const body = way === 'code' ? { token, code: typed } : { token, recovery_code: typed };
      session.start(await completeSignIn(client, body));
    },
    refusal: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'token_invalid') return words(error);
      onStale();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Refused why={wrong} />
      <TextField
        label={t(way === 'code' ? 'second.code' : 'second.recoveryCode')}
        autoComplete={way === 'code' ? 'one-time-code' : 'off'}
        inputMode={way === 'code' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...field(way)}
      />
      <GuestButton type="submit" busy={busy}>
        {t('login.submit')}
      </GuestButton>
    </form>
  );
}
