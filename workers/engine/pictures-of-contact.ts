import { sql } from 'kysely';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Storage } from '../../adapters/storage/port.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { ContactId, MessageId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Database } from './worker.ts';

interface Parts {
  readonly db: Database;
  readonly store: EventStore;
  /** Null: nothing is kept. */
  readonly storage: Storage | null;
}

/** Deletes what came with the texts of a contact: the rows by which it can be reached, then the files that nobody else has. */
export async function forgetPictures(
  { db, store, storage }: Parts,
  { contactId, businessId }: { readonly contactId: string; readonly businessId: string },
): Promise<void> {
  await nameSenders(db, store, businessId);
  const { rows } = await sql<{ storage_key: string }>`
    delete from ops.media where contact_id = ${contactId} returning storage_key`.execute(db);
  for (const key of new Set(rows.map((row) => row.storage_key))) await forgetFile(db, storage, key);
}

/** A picture that came in while its sender was being erased; whoever comes second, this or the erasure, sees the other. */
export async function forgetIfErased({ db, store, storage }: Parts, contactId: string): Promise<boolean> {
  const contact = stateOf(Contact, await store.read(streams.contact(ContactId.parse(contactId))));
  if (contact.status !== 'erased') return false;
  await forgetPictures({ db, store, storage }, { contactId, businessId: contact.businessId });
  return true;
}

async function forgetFile(db: Database, storage: Storage | null, key: string): Promise<void> {
  const { rows } = await sql`select 1 from ops.media where storage_key = ${key} limit 1`.execute(db);
  if (rows.length === 0) await storage?.delete(key);
}

/** Pictures of the time before it was noted who sent them: the text that they came with says it. */
async function nameSenders(db: Database, store: EventStore, businessId: string): Promise<void> {
  const { rows } = await sql<{ message_id: string }>`
    select distinct message_id from ops.media
    where business_id = ${businessId} and message_id is not null and contact_id is null limit 1000`.execute(db);
  if (rows.length === 0) return;
  const found = await store.readMany(rows.map(({ message_id: id }) => streams.message(MessageId.parse(id))));
  const senders = [...found.values()].flatMap(([first]) =>
    typeof first?.data['contactId'] === 'string' ? [[first.data['messageId'] as string, first.data['contactId']]] : [],
  );
  await sql`update ops.media set contact_id = s.contact_id
    from unnest(${senders.map(([id]) => id)}::uuid[], ${senders.map(([, id]) => id)}::uuid[]) as s (message_id, contact_id)
    where ops.media.message_id = s.message_id`.execute(db);
  if (rows.length === 1000 && senders.length > 0) await nameSenders(db, store, businessId);
}
