import { ApiError } from '../kernel/errors.ts';
import type { Call } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';

/** Someone who acts as another neither sees nor changes what that person signs in with, or where. */
export function ownAccount({ session }: Pick<Call, 'session'>): Session {
  if (session.impersonator !== null)
    throw new ApiError('forbidden', 'Security settings are out of reach while you act as someone else.');
  return session;
}
