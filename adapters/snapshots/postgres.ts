import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Snapshots, StreamSnapshot } from './port.ts';

const digestOf = (state: string): Buffer => createHash('sha256').update(state).digest();

export function createSnapshots({ db, now }: { db: Kysely<unknown>; now: () => Date }): Snapshots {
  const discard = async (stream: string) => {
    await sql`delete from ops.stream_snapshots where stream = ${stream}`.execute(db);
  };
  async function load(stream: string, fold: string): Promise<StreamSnapshot | null> {
    const { rows } = await sql<{ revision: number; eventId: string; state: string; digest: Buffer }>`
      select revision, event_id as "eventId", state, digest from ops.stream_snapshots
      where stream = ${stream} and fold = ${fold}`.execute(db);
    const [found] = rows;
    if (found === undefined) return null;
    if (!digestOf(found.state).equals(found.digest)) {
      await discard(stream);
      return null;
    }
    const { revision, eventId, state } = found;
    return { fold, revision, eventId, state };
  }

  async function save(stream: string, { fold, revision, eventId, state }: StreamSnapshot): Promise<void> {
    await sql`insert into ops.stream_snapshots as s (stream, fold, revision, event_id, state, digest, made_at)
      values (${stream}, ${fold}, ${revision}, ${eventId}, ${state}, ${digestOf(state)}, ${now()})
      on conflict (stream) do update set fold = excluded.fold, revision = excluded.revision, event_id = excluded.event_id,
        state = excluded.state, digest = excluded.digest, made_at = excluded.made_at
      where s.revision < excluded.revision or s.fold <> excluded.fold`.execute(db);
  }

  return { load, save, discard };
}
