import { generate } from 'otplib';
import type { TestApi } from './support.ts';

/** The code that an app shows at an instant (ms). */
export const codeAt = (secret: string, at: number): Promise<string> =>
  generate({ secret, epoch: Math.floor(at / 1_000) });

/** Sets up an authenticator app for whoever's token it is. Answers its secret and the recovery codes. */
export async function setUpAuthenticator(
  app: TestApi,
  token: string,
  { at = Date.now(), name = 'Phone' }: { readonly at?: number; readonly name?: string } = {},
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] | null }> {
  const begun = await app.call<{ data: { token: string; secret: string } }>(token, 'POST', '/security/authenticators');
  if (begun.status !== 200) throw new Error(`${begun.status} ${JSON.stringify(begun.body)}`);
  const { token: step, secret } = begun.body.data;
  const added = await app.call<{ data: { recovery_codes: string[] | null } }>(
    token,
    'POST',
    '/security/authenticators/confirm',
    { token: step, code: await codeAt(secret, at), name },
  );
  if (added.status !== 200) throw new Error(`${added.status} ${JSON.stringify(added.body)}`);
  return { secret, recoveryCodes: added.body.data.recovery_codes };
}
