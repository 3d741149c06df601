import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { signInWithPasskey } from '../../api/guest.ts';
import { GuestButton } from '../../plain/fields.tsx';
import { words } from '../../plain/refusal.ts';
import { useApp } from '../../session/context.tsx';
import { deviceId } from '../../session/device.ts';
import { showPasskey, takesPasskeys } from '../../session/passkeys.ts';
import { t } from './texts.ts';

/** Signs in with a passkey: as the second step of `token`, or in place of the password. Nothing where there are none. */
export function PasskeyButton({
  token,
  plain = true,
  onRefused,
}: {
  readonly token?: string;
  readonly plain?: boolean;
  readonly onRefused: (why: string | null) => void;
}) {
  const { client, session } = useApp();
  const [busy, setBusy] = useState(false);
  if (!takesPasskeys()) return null;
  const start = async () => {
    setBusy(true);
    onRefused(null);
    try {
      const given = { device: deviceId(), ...(token === undefined ? {} : { token }) };
      session.start(await signInWithPasskey(client, given, showPasskey));
    } catch (error) {
      onRefused(error instanceof ApiError ? words(error) : t('passkey.cancelled'));
    }
    setBusy(false);
  };
  return (
    <GuestButton plain={plain} busy={busy} onClick={() => void start()}>
      {t(token === undefined ? 'passkey.signIn' : 'passkey.use')}
    </GuestButton>
  );
}
