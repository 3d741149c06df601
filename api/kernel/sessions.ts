import { hash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { idleMs as untouchedMs, stayMs } from '../../adapters/attendance/port.ts';
import type { Bus } from '../../adapters/bus/port.ts';
import type { Vault } from '../../adapters/vault/port.ts';
import type { MemberRight } from '../../domain/team/fields.ts';
import type { Role } from '../contract/common.ts';

/** Who is signed in, as every request sees it. The tenant comes from here and nowhere else. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
  readonly agencyId: string | null;
  readonly businessId: string | null;
  /** Who is really at the keyboard, and the session that this one stands on; null: the person themselves. */
  readonly impersonator: { readonly userId: string; readonly role: Role; readonly sessionId: string } | null;
  /** A program that signed in with a key; `userId` is then who answers for the key. Left out: a person. */
  readonly apiKey?: { readonly id: string; readonly rights: readonly MemberRight[] };
  /** They have to set up a second factor first; left out: they may do what their role may. */
  readonly setupOnly?: true;
}

/** Whose team somebody is of: their business's, or of all businesses of their agency; of whoever is at the keyboard where that is known. */
export const tenantOf = ({ businessId, agencyId, impersonator }: Session): string | null =>
  impersonator?.role === 'Agency' ? agencyId : (businessId ?? agencyId);

export type NewSession = Omit<Session, 'impersonator' | 'setupOnly' | 'apiKey'>;

/** Where a session was opened. Null: not known. */
export interface Origin {
  readonly device: string | null;
  readonly ipAddress: string | null;
}

/** One of a person's own sessions, as they see it. Times are ISO instants. */
export interface OwnSession extends Origin {
  readonly id: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}

/** Signing in, or proving it again, is good for changes of what protects an account for so long. */
export const confirmationMs = 10 * 60_000;

/** At most so many are listed: more than a person has, fewer than a program could make. */
const listedAtMost = 100;
const originContext = (sessionId: string): string => `session-origin/${sessionId}`;

/** A session that has just ended. */
export interface EndedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly impersonated: boolean;
}

const revokedSubject = 'api.sessions.revoked';
/** How long a look-up is trusted. A revocation travels over the bus at once; this bounds it when the bus is away. */
const cacheMs = 10_000;
const cacheEntries = 50_000;
/** Signs of life are noted so often. */
export const seenEveryMs = 60_000;

interface CacheEntry {
  readonly session: Session;
  readonly trustedUntil: number;
  readonly expiresAt: number;
  lastSeenAt: number;
}
interface Row {
  session_id: string;
  user_id: string;
  role: Role;
  agency_id: string | null;
  business_id: string | null;
  last_seen_at: Date;
  expires_at: Date;
  beneath: string[];
  impersonator_id: string | null;
  impersonator_role: Role | null;
  setup_only: boolean;
}
interface Ended {
  session_id: string;
  user_id: string;
  impersonator_id: string | null;
}

const hashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Tokens are 256 random bits, opaque, and kept as their SHA-256. */
export function createSessions({
  db,
  bus,
  vault,
  now,
  log,
  idleMs,
  absoluteMs,
}: {
  db: Kysely<unknown>;
  bus: Bus;
  vault: Pick<Vault, 'seal' | 'unseal'>;
  now: () => Date;
  log: Logger;
  idleMs: number;
  absoluteMs: number;
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
    // Whoever acts as somebody else is there: the sessions beneath do not go idle meanwhile.
    await sql`update ops.sessions set last_seen_at = ${new Date(at)} where last_seen_at < ${new Date(at)} and revoked_at is null
        and (token_hash = ${tokenHash} or session_id = any((select beneath from ops.sessions where token_hash = ${tokenHash})::uuid[]))`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'The last use of a session could not be noted.'));
  };

  const tell = (rows: readonly Ended[]): EndedSession[] =>
    rows.map(({ session_id: sessionId, user_id: userId, impersonator_id }) => {
      forget(sessionId);
      bus.publish(revokedSubject, { sessionId });
      return { sessionId, userId, impersonated: impersonator_id !== null };
    });

  /** What stands on sessions that have just been ended. A statement of its own: one that was being opened meanwhile is seen by it. */
  const revokeAbove = async (rows: readonly Ended[]): Promise<EndedSession[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.session_id);
    const above = await sql<Ended>`update ops.sessions set revoked_at = ${now()}
        where beneath <> '{}' and beneath && ${ids}::uuid[] and revoked_at is null
      returning session_id, user_id, impersonator_id`.execute(db);
    return tell([...rows, ...above.rows]);
  };

  /** The person's own session, at the bottom of a stack. */
  const ownBeneath = async (session: Session): Promise<string> => {
    if (session.impersonator === null) return session.sessionId;
    const { rows } = await sql<{
      own: string | null;
    }>`select beneath[1] as own from ops.sessions where session_id = ${session.sessionId}`.execute(db);
    return rows[0]?.own ?? session.sessionId;
  };

  const alive = (entry: CacheEntry, at: number): boolean => at < entry.expiresAt && at - entry.lastSeenAt < idleMs;

  return {
    /** Opens a session for somebody who has proved who they are, and gives the token out this one time. */
    async open(
      session: NewSession,
      origin: Origin = { device: null, ipAddress: null },
      { setupOnly = false }: { readonly setupOnly?: boolean } = {},
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const sealed = vault.seal(originContext(session.sessionId), JSON.stringify(origin));
      await sql`insert into ops.sessions
          (token_hash, session_id, user_id, role, agency_id, business_id, created_at, last_seen_at, expires_at, origin,
            confirmed_at, setup_only)
        values (${hashOf(token)}, ${session.sessionId}, ${session.userId}, ${session.role}, ${session.agencyId},
          ${session.businessId}, ${at}, ${at}, ${new Date(at.getTime() + absoluteMs)}, ${sealed}, ${at}, ${setupOnly})`.execute(
        db,
      );
      return token;
    },

    /** They have a second factor now: their sessions are whole. */
    async finishSetup(userId: string): Promise<void> {
      await sql`update ops.sessions set setup_only = false where user_id = ${userId} and setup_only`.execute(db);
    },

    /** The person at a session has just proved again who they are. */
    async confirm(sessionId: string): Promise<void> {
      await sql`update ops.sessions set confirmed_at = ${now()} where session_id = ${sessionId}::uuid`.execute(db);
    },

    /** Until when that is good enough to change what protects the account, an ISO instant; null: no longer. */
    async confirmedUntil(sessionId: string): Promise<string | null> {
      const { rows } = await sql<{ confirmed_at: Date | null }>`
        select confirmed_at from ops.sessions where session_id = ${sessionId}::uuid and revoked_at is null`.execute(db);
      const until = (rows[0]?.confirmed_at?.getTime() ?? -Infinity) + confirmationMs;
      return until > now().getTime() ? new Date(until).toISOString() : null;
    },

    /** The live sessions that a person opened themselves, the last used first. Those of others who act as them are not theirs. */
    async ownOf(userId: string): Promise<readonly OwnSession[]> {
      const at = now();
      const { rows } = await sql<{ session_id: string; created_at: Date; last_seen_at: Date; origin: Buffer | null }>`
        select session_id, created_at, last_seen_at, origin from ops.sessions
          where user_id = ${userId} and beneath = '{}' and revoked_at is null and expires_at > ${at}
            and last_seen_at > ${new Date(at.getTime() - idleMs)}
          order by last_seen_at desc, created_at desc, session_id limit ${listedAtMost}`.execute(db);
      return rows.map(({ session_id: id, created_at, last_seen_at, origin }) => ({
        device: null,
        ipAddress: null,
        ...(origin === null ? {} : (JSON.parse(vault.unseal(originContext(id), origin)) as Origin)),
        id,
        signedInAt: created_at.toISOString(),
        lastSeenAt: last_seen_at.toISOString(),
      }));
    },

    /** Ends one of a person's own sessions; nothing for anyone else's. */
    async revokeOwn(userId: string, sessionId: string): Promise<readonly EndedSession[]> {
      const { rows } = await sql<Ended>`update ops.sessions set revoked_at = ${now()}
          where session_id = ${sessionId}::uuid and user_id = ${userId} and beneath = '{}' and revoked_at is null
        returning session_id, user_id, impersonator_id`.execute(db);
      return revokeAbove(rows);
    },

    /**
     * Opens a session as somebody else on top of a live one, which keeps its own life: null when that has ended
     * meanwhile. It ends with the one beneath at the latest.
     */
    async openAbove(below: Session, session: NewSession): Promise<string | null> {
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const real = below.impersonator ?? { userId: below.userId, role: below.role };
      // The lock on the row beneath: a revocation comes before this, and nothing is opened, or after it, and sees this one.
      const { rows } = await sql`
        with below as (
          select session_id, beneath, expires_at from ops.sessions
            where session_id = ${below.sessionId} and revoked_at is null for share
        )
        insert into ops.sessions (token_hash, session_id, user_id, role, agency_id, business_id,
            created_at, last_seen_at, expires_at, beneath, impersonator_id, impersonator_role)
          select ${hashOf(token)}, ${session.sessionId}::uuid, ${session.userId}::uuid, ${session.role},
            ${session.agencyId}::uuid, ${session.businessId}::uuid, ${at}::timestamptz, ${at}::timestamptz,
            least(expires_at, ${new Date(at.getTime() + absoluteMs)}), beneath || session_id, ${real.userId}::uuid, ${real.role} from below
        returning 1`.execute(db);
      return rows.length === 1 ? token : null;
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

    /**
     * The live session of a token, or null: unknown, expired, idle for too long, revoked, or with a second factor to set
     * up first. `inSetup`: only such a one.
     */
    async find(token: string, { inSetup = false }: { readonly inSetup?: boolean } = {}): Promise<Session | null> {
      if (token.length < 20 || token.length > 200) return null;
      const tokenHash = hashOf(token);
      const { rows } =
        await sql<Row>`select session_id, user_id, role, agency_id, business_id, last_seen_at, expires_at,
            beneath, impersonator_id, impersonator_role, setup_only
        from ops.sessions s where token_hash = ${tokenHash} and revoked_at is null
          and not exists (select 1 from ops.sessions b where b.session_id = any(s.beneath) and b.revoked_at is not null)`.execute(
          db,
        );
      const row = rows[0];
      if (row === undefined || row.setup_only !== inSetup) return null;
      const at = now().getTime();
      const entry: CacheEntry = {
        session: {
          sessionId: row.session_id,
          userId: row.user_id,
          role: row.role,
          agencyId: row.agency_id,
          businessId: row.business_id,
          impersonator:
            row.impersonator_id === null ?
              null
            : { userId: row.impersonator_id, role: row.impersonator_role!, sessionId: row.beneath.at(-1)! },
        },
        trustedUntil: at + cacheMs,
        expiresAt: row.expires_at.getTime(),
        lastSeenAt: row.last_seen_at.getTime(),
      };
      if (!alive(entry, at)) return null;
      // Not kept: it becomes a whole one the moment the second factor is there.
      if (inSetup) return { ...entry.session, setupOnly: true };
      if (cache.size >= cacheEntries) cache.delete(cache.keys().next().value!);
      cache.set(tokenHash, entry);
      if (at - entry.lastSeenAt > seenEveryMs) await noteSeen(tokenHash, entry, at);
      return entry.session;
    },

    /**
     * A socket of each of them answers. Noted of the own session of whoever is at the keyboard: see adapters/attendance.
     * Answers whether somebody came who was not there.
     */
    async noteConnected(sessionIds: readonly string[]): Promise<boolean> {
      if (sessionIds.length === 0) return false;
      const at = now();
      const recently = new Date(at.getTime() - seenEveryMs / 2);
      // In one order everywhere: processes that share people do not wait for each other in a circle.
      const { rows } = await sql<{ before: Date | null }>`with own as materialized (
          select session_id, connected_at from ops.sessions
          where session_id in (
              select coalesce(beneath[1], session_id) from ops.sessions where session_id = any(${[...sessionIds]}::uuid[])
            ) and (connected_at is null or connected_at < ${recently}::timestamptz)
          order by session_id for no key update
        )
        update ops.sessions s set connected_at = ${at}::timestamptz from own where s.session_id = own.session_id
        returning own.connected_at as before`.execute(db);
      return rows.some(({ before }) => before === null || before.getTime() <= at.getTime() - stayMs);
    },

    /**
     * Whoever sits at the session has touched the product. Answers whether they were idle until now, or had never said
     * so. Noted as `noteConnected` is, and as seldom.
     */
    async noteActive(sessionId: string): Promise<boolean> {
      const at = now();
      const recently = new Date(at.getTime() - seenEveryMs / 2);
      const { rows } = await sql<{ before: Date | null }>`with own as materialized (
          select session_id, active_at from ops.sessions
          where session_id = (select coalesce(beneath[1], session_id) from ops.sessions where session_id = ${sessionId}::uuid)
            and (active_at is null or active_at < ${recently}::timestamptz) for no key update
        )
        update ops.sessions s set active_at = ${at}::timestamptz from own where s.session_id = own.session_id
        returning own.active_at as before`.execute(db);
      return rows.some(({ before }) => before === null || before.getTime() <= at.getTime() - untouchedMs);
    },

    /** Ends a session everywhere, at once, and all that stand on it. */
    async revoke(sessionId: string): Promise<readonly EndedSession[]> {
      const { rows } = await sql<Ended>`update ops.sessions set revoked_at = ${now()}
          where session_id = ${sessionId} and revoked_at is null returning session_id, user_id, impersonator_id`.execute(
        db,
      );
      return revokeAbove(rows);
    },

    /**
     * Ends all that somebody opened to act as others, and goes back to their own session: what stands on the lowest of
     * the stack. Nothing for a session of one's own.
     */
    async revokeImpersonation(session: Session): Promise<readonly EndedSession[]> {
      const own = await ownBeneath(session);
      if (own === session.sessionId) return [];
      const { rows } =
        await sql<Ended>`update ops.sessions set revoked_at = ${now()} where beneath <> '{}' and beneath[1] = ${own} and revoked_at is null
        and (session_id = ${session.sessionId}
          or session_id = any((select beneath from ops.sessions where session_id = ${session.sessionId})::uuid[]))
        returning session_id, user_id, impersonator_id`.execute(db);
      return revokeAbove(rows);
    },

    /** Ends a person's own session and everything on it, from wherever on the stack they are. */
    async revokeStack(session: Session): Promise<readonly EndedSession[]> {
      return this.revoke(await ownBeneath(session));
    },

    /**
     * Ends the sessions that a user opened with their own password, but one, and all that stand on them: for a changed
     * password. Those of others who act as the user stay.
     */
    async revokeAllOf(
      userId: string,
      { except = null }: { readonly except?: string | null } = {},
    ): Promise<readonly EndedSession[]> {
      const { rows } = await sql<Ended>`update ops.sessions set revoked_at = ${now()}
          where user_id = ${userId} and beneath = '{}' and session_id is distinct from ${except}::uuid and revoked_at is null
        returning session_id, user_id, impersonator_id`.execute(db);
      return revokeAbove(rows);
    },

    /** Ends all sessions as a user, also those of others who act as them: the user is no more. */
    async revokeEveryOf(userId: string): Promise<readonly EndedSession[]> {
      const { rows } = await sql<Ended>`update ops.sessions set revoked_at = ${now()}
          where user_id = ${userId} and revoked_at is null returning session_id, user_id, impersonator_id`.execute(db);
      return revokeAbove(rows);
    },

    onRevoked(listener: (sessionId: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Removes what nobody can use any more. */
    async purge(): Promise<void> {
      const old = new Date(now().getTime() - 86_400_000);
      await sql`delete from ops.sessions
        where expires_at < ${old} or revoked_at < ${old}
          or last_seen_at < ${new Date(now().getTime() - idleMs - 86_400_000)}`.execute(db);
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
