import { useEffect, useState } from 'react';
import { judgePassword } from '../api/guest.ts';
import { useApp } from './context.tsx';

/** How a password withstands guessing, as the server sees it: `short` and `weak` are refused. `message`: why, and what to do. */
export interface Strength {
  readonly strength: 'short' | 'weak' | 'fair' | 'strong';
  readonly message: string | null;
}

/** The fewest characters a password has (the API's rule). */
export const shortest = 8;
/** ms without a key before the server is asked. */
const pause = 300;

/**
 * What the server says of a password while it is typed; null while nobody has answered yet, or cannot. Its word lists
 * are megabytes: they stay there.
 * `token`: of the link that the password is chosen with, null for who is signed in.
 */
export function useStrength(password: string, token: string | null): Strength | null {
  const { client } = useApp();
  const [judged, setJudged] = useState<{ readonly password: string; readonly found: Strength } | null>(null);
  const asks = [...password].length >= shortest;
  useEffect(() => {
    if (!asks) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      judgePassword(client, { password, token }, abort.signal).then(
        (found) => {
          setJudged({ password, found });
        },
        () => undefined, // A hint only: the form says what is refused.
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, password, token, asks]);
  if (!asks) return { strength: 'short', message: null };
  return judged?.password === password ? judged.found : null;
}
