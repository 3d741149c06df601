import { ApiError } from '../../api/errors.ts';
import { useApp } from '../../app/context.tsx';

/** Runs an update of the profile. Refused with 401 it ends the session (specification, section 8), and is answered by nothing: the sign-in follows. */
export function useSavedProfile(): <T>(update: () => Promise<T>) => Promise<T> {
  const { session } = useApp();
  return async (update) => {
    try { return await update(); } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      session.clear();
      return new Promise<never>(() => undefined);
    }
  };
}
