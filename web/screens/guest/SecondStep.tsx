import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { completeSignIn } from '../../api/guest.ts';
import { GuestButton, TextField } from '../../plain/fields.tsx';
import { words } from '../../plain/refusal.ts';
import { useApp } from '../../session/context.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { Refused } from './Refused.tsx';
import { t } from './texts.ts';
import { useGuestForm } from './useForm.ts';

type Way = 'code' | 'recovery_code';

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({
  token,
  onBack,
  onStale,
}: {
  readonly token: string;
  readonly onBack: () => void;
  /** It took too long: the password is asked for again. */
  readonly onStale: () => void;
}) {
  const [way, setWay] = useState<Way>('code');
  return (
    <GuestFrame title={t('second.title')} text={t(way === 'code' ? 'second.text' : 'second.recoveryText')}>
      <CodeForm key={way} token={token} way={way} onStale={onStale} />
      <div className="ways">
        <GuestButton
          plain
          onClick={() => {
            setWay(way === 'code' ? 'recovery_code' : 'code');
          }}
        >
          {t(way === 'code' ? 'second.useRecovery' : 'second.useCode')}
        </GuestButton>
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
