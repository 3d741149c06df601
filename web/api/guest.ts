import type { Client } from './client.ts';

/* What can be asked for before the sign-in. */

/** The access token, or the token of the second step that is asked for. */
export const signIn = (client: Client, body: { email: string; password: string; device: string }) =>
  client.post('/login', { body, seesUnauthorized: true });

export const completeSignIn = async (
  client: Client,
  body: { token: string; code: string } | { token: string; recovery_code: string },
): Promise<string> => (await client.post('/login/second-factor', { body, seesUnauthorized: true })).access_token;

/** Asks for a passkey, as the second step of `token` or in place of a password, and signs in with what `show` answers. */
export async function signInWithPasskey(
  client: Client,
  given: { readonly token?: string; readonly device: string },
  show: (options: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>,
): Promise<string> {
  const { token, device } = given;
  const question = token === undefined ? {} : { token };
  const { data } = await client.post('/login/passkey', { body: question, seesUnauthorized: true });
  const body = { token: data.token, response: await show(data.options), device };
  return (await client.post('/login/passkey/confirm', { body, seesUnauthorized: true })).access_token;
}

export const requestPassword = (client: Client, email: string) =>
  client.post('/passwords/reset', { body: { email }, quiet: true });

export const verifyToken = async (client: Client, token: string) =>
  (await client.post('/token/verify', { body: { token } })).data;

/** What a password would be worth, to the rule that it will meet: for who is signed in, or who has the link. */
export const judgePassword = async (
  client: Client,
  body: { password: string; token: string | null },
  signal: AbortSignal,
) => (await client.post('/passwords/judge', { body, signal, quiet: true, seesUnauthorized: true })).data;

export const choosePassword = (client: Client, body: { token: string; password: string }) =>
  client.post('/passwords/change', { body, seesUnauthorized: true, quiet: true });
