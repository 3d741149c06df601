import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Vault } from './port.ts';
import { deriveKey, seal, unseal } from './seal.ts';

/** Secrets in `ops.vault`, each bound to its ref: a row copied to another ref does not open. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the vault names its one table itself
export function createVault({ db, secretKey }: { readonly db: Kysely<any>; readonly secretKey: string }): Vault {
  const key = deriveKey(secretKey, 'vault');
  const elsewhereKey = deriveKey(secretKey, 'sealed-elsewhere');
  const fingerprintKey = deriveKey(secretKey, 'fingerprint');
  const sealed = (ref: string, secret: string): Buffer => seal(key, ref, Buffer.from(secret, 'utf8'));

  const vault: Vault = {
    put: async (ref, secret) => {
      await sql`insert into ops.vault (ref, sealed) values (${ref}, ${sealed(ref, secret)})
        on conflict (ref) do update set sealed = excluded.sealed, updated_at = now()`.execute(db);
    },
    putIfAbsent: async (ref, secret) => {
      const { numAffectedRows } =
        await sql`insert into ops.vault (ref, sealed) values (${ref}, ${sealed(ref, secret)}) on conflict (ref) do nothing`.execute(
          db,
        );
      return numAffectedRows === 1n ? secret : ((await vault.get(ref)) ?? vault.putIfAbsent(ref, secret));
    },
    get: async (ref) => {
      const { rows } = await sql<{ sealed: Buffer }>`select sealed from ops.vault where ref = ${ref}`.execute(db);
      return rows[0] ? unseal(key, ref, rows[0].sealed).toString('utf8') : null;
    },
    delete: async (ref) => {
      await sql`delete from ops.vault where ref = ${ref}`.execute(db);
    },
    seal: (context, text) => seal(elsewhereKey, context, Buffer.from(text, 'utf8')),
    unseal: (context, sealed) => unseal(elsewhereKey, context, sealed).toString('utf8'),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
  };
  return vault;
}
