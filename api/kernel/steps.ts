import { hash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Vault } from '../../adapters/vault/port.ts';

/** Where a passkey works, and the page that may ask for it. */
export interface PasskeyPlace {
  readonly host: string;
  readonly origin: string;
}

/** What is begun in one call and finished in another, with what is remembered in between. */
export interface StepFacts {
  /** A sign-in whose password was right. */
  'sign-in': {
    readonly userId: string;
    readonly credentialRef: string;
    readonly device: string;
    readonly knownDevice: boolean;
  };
  /** An authenticator app that is to show its first code. */
  authenticator: {
    readonly userId: string;
    readonly sessionId: string;
    readonly factorId: string;
    readonly secret: string;
  };
  /** A passkey that a device is to make. */
  passkey: {
    readonly userId: string;
    readonly sessionId: string;
    readonly factorId: string;
    readonly challenge: string;
    readonly place: PasskeyPlace;
  };
  /** A passkey that is to be shown; `second`: as the second step of this sign-in, null: in place of a password. */
  'passkey-sign-in': {
    readonly challenge: string;
    readonly place: PasskeyPlace;
    readonly second: StepFacts['sign-in'] | null;
  };
}
export type StepPurpose = keyof StepFacts;

export interface Begun {
  readonly token: string;
  readonly expiresAt: string;
}

/** Tokens are 256 random bits, kept as their SHA-256; what they stand for is sealed and lives ten minutes. */
const livesMs = 10 * 60_000;
const hashOf = (token: string): string => hash('sha256', token, 'base64url');
const contextOf = (purpose: StepPurpose, tokenHash: string): string => `sign-in-step/${purpose}/${tokenHash}`;

export function createSteps({
  db,
  vault,
  now,
}: {
  readonly db: Kysely<unknown>;
  readonly vault: Pick<Vault, 'seal' | 'unseal'>;
  readonly now: () => Date;
}) {
  const opened = <P extends StepPurpose>(purpose: P, tokenHash: string, sealed: Buffer | undefined) =>
    sealed === undefined ? null : (JSON.parse(vault.unseal(contextOf(purpose, tokenHash), sealed)) as StepFacts[P]);
  return {
    async begin<P extends StepPurpose>(purpose: P, facts: StepFacts[P]): Promise<Begun> {
      const token = randomBytes(32).toString('base64url');
      const [tokenHash, expiresAt] = [hashOf(token), new Date(now().getTime() + livesMs)];
      const sealed = vault.seal(contextOf(purpose, tokenHash), JSON.stringify(facts));
      await sql`insert into ops.sign_in_steps (token_hash, purpose, sealed, expires_at)
        values (${tokenHash}, ${purpose}, ${sealed}, ${expiresAt})`.execute(db);
      return { token, expiresAt: expiresAt.toISOString() };
    },

    /** What was begun with this token; null: nothing, something else, or too long ago. It can be asked again. */
    async find<P extends StepPurpose>(purpose: P, token: string): Promise<StepFacts[P] | null> {
      const tokenHash = hashOf(token);
      const { rows } = await sql<{ sealed: Buffer }>`select sealed from ops.sign_in_steps
        where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now()}`.execute(db);
      return opened(purpose, tokenHash, rows[0]?.sealed);
    },

    /** As `find`, once: of several at once, one gets it. */
    async take<P extends StepPurpose>(purpose: P, token: string): Promise<StepFacts[P] | null> {
      const tokenHash = hashOf(token);
      const { rows } = await sql<{ sealed: Buffer }>`delete from ops.sign_in_steps
        where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now()} returning sealed`.execute(
        db,
      );
      return opened(purpose, tokenHash, rows[0]?.sealed);
    },

    async purge(): Promise<void> {
      await sql`delete from ops.sign_in_steps where expires_at < ${now()}`.execute(db);
    },
  };
}

export type Steps = ReturnType<typeof createSteps>;
