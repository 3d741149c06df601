import { randomUUID } from 'node:crypto';

interface Token {
  readonly what: 'access' | 'refresh';
  /** ms since 1970. `endsAt`: null, it doesn't end. */
  readonly at: number;
  readonly endsAt: number | null;
}

/** Tokens of one service, for one account: they tell when they end, so that they are good after a restart. */
export function createTokens(account: string, accessMs: number, now: () => number) {
  let endedBefore = 0;
  let revokedBefore = 0;
  let refreshed = 0;
  /** The refresh token that is good; null: any, since a restart. */
  let current: string | null = null;
  const codes = new Map<string, { readonly challenge: string | null; readonly redirectUri: string }>();
  const make = (what: Token['what'], endsAt: number | null) =>
    Buffer.from(JSON.stringify({ what, account, at: now(), endsAt, id: randomUUID() })).toString('base64url');
  const read = (token: string): Token | null => {
    try {
      return JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Token;
    } catch {
      return null;
    }
  };
  const grant = () => ({ access: make('access', now() + accessMs), refresh: (current = make('refresh', null)) });

  return {
    code(challenge: string | null, redirectUri: string): string {
      const code = randomUUID();
      codes.set(code, { challenge, redirectUri });
      return code;
    },
    /** What was agreed on with a code, which is good once. */
    redeem(code: string) {
      const found = codes.get(code) ?? null;
      codes.delete(code);
      return found;
    },
    grant,
    /** A refresh token is good once. Null: it isn't. */
    refresh(token: string) {
      const found = read(token);
      if (found?.what !== 'refresh' || found.at < revokedBefore || (current !== null && token !== current)) return null;
      refreshed += 1;
      return grant();
    },
    isGood(token: string): boolean {
      const found = read(token);
      return (
        found?.what === 'access' &&
        (found.endsAt ?? Infinity) > now() &&
        found.at >= Math.max(endedBefore, revokedBefore)
      );
    },
    /** Access tokens given so far are no longer good; they can be refreshed. */
    end: () => void (endedBefore = now() + 1),
    /** Nothing given so far is good. */
    revoke: () => void (revokedBefore = now() + 1),
    refreshes: () => refreshed,
  };
}
