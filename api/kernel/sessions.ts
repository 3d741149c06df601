import { hash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../adapters/bus/port.ts';
import type { Role } from '../contract/session.ts';

/** Who is signed in, as every request sees it. The tenant comes from here and nowhere else. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
  readonly agencyId: string | null;
  readonly businessId: string | null;
}

export type NewSession = Session;

const revokedSubject = 'api.sessions.revoked';
/** How long a look-up is trusted. A revocation travels over the bus at once; this bounds it when the bus is away. */
const cacheMs = 10_000;
const cacheEntries = 50_000;
const seenEveryMs = 60_000;

interface CacheEntry { readonly session: Session; readonly trustedUntil: number; readonly expiresAt: number; lastSeenAt: number }
interface Row { session_id: string; user_id: string; role: Role; agency_id: string | null; business_id: string | null; last_seen_at: Date; expires_at: Date }

const hashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Tokens are 256 random bits, opaque, and kept as their SHA-256. */
export function createSessions({ db, bus, now, log, idleMs, absoluteMs }: {
  db: Kysely<unknown>; bus: Bus; now: () => Date; log: Logger; idleMs: number; absoluteMs: number;
}) {
  const cache = new Map<string, CacheEntry>();
  const listeners = new Set<(sessionId: string) => void>();

  const forget = (sessionId: string): void => {
    for (const [key, entry] of cache) if (entry.session.sessionId === sessionId) cache.delete(key);
    for (const listener of listeners) listener(sessionId);
  };
  const stopListening = bus.subscribe(revokedSubject, (message) => {
    const { sessionId } = message as { sessionId?: unknown };
    if (typeof sessionId === 'string') forget(sessionId);
  });
  const stopReconnect = bus.onReconnect(() => cache.clear());

  /** At most once a minute per token. */
  const noteSeen = async (tokenHash: string, entry: CacheEntry, at: number): Promise<void> => {
    entry.lastSeenAt = at;
    await sql`update ops.sessions set last_seen_at = ${new Date(at)} where token_hash = ${tokenHash} and last_seen_at < ${new Date(at)}`.execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'The last use of a session could not be noted.'));
  };

  const alive = (entry: CacheEntry, at: number): boolean => at < entry.expiresAt && at - entry.lastSeenAt < idleMs;

  return {
    /** Opens a session for somebody who has proved who they are, and gives the token out this one time. */
    async open(session: NewSession): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const at = now();
      await sql`insert into ops.sessions (token_hash, session_id, user_id, role, agency_id, business_id, created_at, last_seen_at, expires_at)
        values (${hashOf(token)}, ${session.sessionId}, ${session.userId}, ${session.role}, ${session.agencyId}, ${session.businessId}, ${at}, ${at}, ${new Date(at.getTime() + absoluteMs)})`.execute(db);
      return token;
    },

    /** What is known of a token without asking the database; undefined: ask with `find`. */
    peek(token: string): Session | undefined {
      const tokenHash = hashOf(token);
      const entry = cache.get(tokenHash);
      if (entry === undefined) return undefined;
      const at = now().getTime();
      if (at >= entry.trustedUntil || !alive(entry, at)) {
        cache.delete(tokenHash);
        return undefined;
      }
      if (at - entry.lastSeenAt > seenEveryMs) void noteSeen(tokenHash, entry, at);
      return entry.session;
    },

    /** The live session of a token, or null: unknown, expired, idle for too long or revoked. */
    async find(token: string): Promise<Session | null> {
      if (token.length < 20 || token.length > 200) return null;
      const tokenHash = hashOf(token);
      const { rows } = await sql<Row>`select session_id, user_id, role, agency_id, business_id, last_seen_at, expires_at
        from ops.sessions where token_hash = ${tokenHash} and revoked_at is null`.execute(db);
      const row = rows[0];
      if (row === undefined) return null;
      const at = now().getTime();
      const entry: CacheEntry = {
        session: { sessionId: row.session_id, userId: row.user_id, role: row.role, agencyId: row.agency_id, businessId: row.business_id },
        trustedUntil: at + cacheMs, expiresAt: row.expires_at.getTime(), lastSeenAt: row.last_seen_at.getTime(),
      };
      if (!alive(entry, at)) return null;
      if (cache.size >= cacheEntries) cache.delete(cache.keys().next().value!);
      cache.set(tokenHash, entry);
      if (at - entry.lastSeenAt > seenEveryMs) await noteSeen(tokenHash, entry, at);
      return entry.session;
    },

    /** Ends a session everywhere, at once. */
    async revoke(sessionId: string): Promise<void> {
      await sql`update ops.sessions set revoked_at = ${now()} where session_id = ${sessionId} and revoked_at is null`.execute(db);
      forget(sessionId);
      bus.publish(revokedSubject, { sessionId });
    },

    /** Ends every session of a user, for a changed password. */
    async revokeAllOf(userId: string): Promise<void> {
      const { rows } = await sql<{ session_id: string }>`update ops.sessions set revoked_at = ${now()} where user_id = ${userId} and revoked_at is null returning session_id`.execute(db);
      for (const row of rows) {
        forget(row.session_id);
        bus.publish(revokedSubject, { sessionId: row.session_id });
      }
    },

    onRevoked(listener: (sessionId: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Removes what nobody can use any more. */
    async purge(): Promise<void> {
      const old = new Date(now().getTime() - 86_400_000);
      await sql`delete from ops.sessions where expires_at < ${old} or revoked_at < ${old} or last_seen_at < ${new Date(now().getTime() - idleMs - 86_400_000)}`.execute(db);
    },

    close(): void {
      stopListening();
      stopReconnect();
      cache.clear();
      listeners.clear();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
