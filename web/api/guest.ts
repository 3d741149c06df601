import type { z } from 'zod';
import type { VerifyTokenReply } from '../../api/contract/passwords.ts';
import type { LoginReply } from '../../api/contract/session.ts';
import type { Client } from './client.ts';

/* What can be asked for before the sign-in. */
const untyped = null as unknown as z.ZodUnknown;

export const signIn = async (client: Client, body: { email: string; password: string }): Promise<string> =>
  (await client.post('/login', null as unknown as typeof LoginReply, { body, seesUnauthorized: true })).access_token;

export const requestPassword = (client: Client, email: string): Promise<unknown> =>
  client.post('/passwords/reset', untyped, { body: { email }, quiet: true });

export const verifyToken = async (client: Client, token: string) =>
  (await client.post('/token/verify', null as unknown as typeof VerifyTokenReply, { body: { token } })).data;

export const choosePassword = (client: Client, body: { token: string; password: string }): Promise<unknown> =>
  client.post('/passwords/change', untyped, { body, seesUnauthorized: true });
