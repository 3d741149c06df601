import { ApiError } from '../api/errors.ts';
import type { Session } from './session.ts';

/**
 * Runs an update of the profile. Refused with 401 it ends the session (specification, section 8) and is answered by
 * nothing: the sign-in follows. Other failures are the caller's.
 */
export async function updatingProfile<T>(session: Pick<Session, 'clear'>, update: () => Promise<T>): Promise<T> {
  try {
    return await update();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    session.clear();
    return new Promise<never>(() => undefined);
  }
}
