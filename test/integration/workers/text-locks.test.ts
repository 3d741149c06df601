import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { MessageDelivered } from '../../../domain/messages/events.ts';
import { EmailDelivered } from '../../../domain/emails/events.ts';
import { broadcasts } from '../../../workers/engine/broadcast-table.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { emailFeed } from '../../../workers/delivery/emails/channel.ts';
import { hearOfRecipients } from '../../../workers/delivery/handover/recipient-rows.ts';
import { claim } from '../../../workers/delivery/text/claim.ts';
import {
  accept,
  addToOutbox,
  lookAtOnce,
  outbox,
  putBack,
  markSending,
  recoverOwn,
  settle,
  wakeSenders,
} from '../../../workers/delivery/text/queue.ts';
import { countOutcomes, reopen } from '../../../workers/delivery/text/recipient-rows.ts';
import { downwards as ids, expectLockedUpwards } from '../../support/locks.ts';
import { openDatabase } from '../../support/open-database.ts';
import { unlimited } from '../../support/spine.ts';
import { broadcasts as broadcastRows, emails, texts } from '../../support/outbox.ts';

const opened = openDatabase();
let db: Database;
beforeAll(() => ({ db } = opened));

const now = new Date('2026-11-23T10:00:00Z');
const [holder, businessId] = [randomUUID(), randomUUID()];
/** By number: the lowest is that of the lowest text. */
const senders = ids.map((id) => `+1${id.slice(0, 8)}`);
const contacts = ids.map(() => randomUUID());
/** Each is of a broadcast of its own, whose id is that of the text. */
beforeEach(async () => {
  await sql`truncate ${texts.table}, ops.senders, ${broadcastRows.table}, ${emails.table}`.execute(db);
  for (const [at, id] of ids.entries()) {
    await sql`insert into ops.senders (sender, business_id, has_work, ready_at)
      values (${senders[at]}, ${businessId}::uuid, true, ${now}::timestamptz)`.execute(db);
    await broadcastRows.put(db, { id, businessId, phase: 'ended', dueAt: now });
    const both = { id, businessId, contactId: contacts[at]!, broadcastId: id, variant: 0, lane: 1, dueAt: now };
    const claimed = { state: 'claimed', holder, attempts: 1, deferred: false };
    await texts.put(db, { ...both, sender: senders[at]!, segments: 1, position: at, ...claimed });
    const accepted = { state: 'accepted', repeatable: false, kind: 'broadcast' };
    await emails.put(db, { ...both, tenant: businessId, position: 1, ...accepted });
  }
});

const claims = ids.map((id, at) => ({
  id,
  businessId,
  agencyId: null,
  contactId: contacts[at]!,
  sender: senders[at]!,
  attempts: 1,
  delays: 0,
  faults: 0,
  queuedAt: now,
  broadcastId: id,
  variant: 0,
  tried: false,
}));
const before = (state: string) => texts.change(db, { state, holder: null });
const stopped = { state: 'done', note: 'stopped', holder: null, doneAt: sql`now()` };
const taken = ids.map((messageId) => ({ messageId, providerMessageId: `SM${messageId}`, askAt: now }));
const news = (type: string, key: string) =>
  ids.map((id) => ({ type, version: 1, data: { [key]: id } }) as unknown as StoredEvent);

type Writes = (trx: Database) => Promise<unknown>;
/** Whoever begins a transaction of their own has it in the test's. */
const within = (trx: Database): Database =>
  ({ transaction: () => ({ execute: (work: Writes) => work(trx) }) }) as never;
/** Everything that writes many texts and waits for them; `first`: as they have to stand for it. */
const writers: Readonly<Record<string, { readonly first?: () => Promise<unknown>; readonly writes: Writes }>> = {
  'those of which a page tells the end': { writes: (trx) => outbox.lock(trx, ids) },
  'how they ended': { writes: (trx) => settle(trx, taken) },
  'what the carrier has': { writes: (trx) => accept(trx, taken) },
  'who waits again': {
    writes: (trx) =>
      putBack(
        within(trx),
        holder,
        claims.map((claim) => ({ claim, dueAt: now })),
        now,
      ),
  },
  'what no longer waits for a payment': {
    writes: (trx) => lookAtOnce(trx, 'unpaid', sql`business_id = ${businessId}::uuid`, now),
  },
  'who was struck off while they were told': {
    first: () => texts.change(db, stopped),
    writes: (trx) => reopen(trx, ids),
  },
  'what is claimed': {
    first: () => before('pending'),
    writes: (trx) => claim(within(trx), { holder, slots: { all: 8, bulk: 8 }, now, rateFor: unlimited }),
  },
  'what is about to be sent': {
    writes: (trx) =>
      markSending(
        trx,
        holder,
        claims.map((one) => ({ claim: one, charge: { month: '2026-11-01', units: 1, most: null }, reach: null })),
        now,
      ),
  },
  'what nobody has in hand any more': { writes: (trx) => recoverOwn(within(trx), holder, [], now, 1_000) },
  'what a person’s text makes urgent': {
    first: () => texts.change(db, { state: 'pending', holder: null, broadcastId: null }),
    writes: (trx) =>
      addToOutbox(
        trx,
        claims.map((one) => ({
          ...one,
          messageId: randomUUID(),
          lane: 0,
          segments: 1,
          position: 9n,
          dueAt: now,
          deferred: false,
        })),
      ),
  },
};
it.each(Object.entries(writers))(
  'texts that several write at once are locked in one order, so that nobody waits for who waits for them: %s',
  async (_, { first, writes }) => {
    await first?.();
    await expectLockedUpwards(db, { table: texts.name, key: texts.column('id'), ids }, writes);
  },
);

it('so are numbers that are woken together', () =>
  expectLockedUpwards(db, { table: 'ops.senders', key: 'sender', ids: senders }, (trx) =>
    wakeSenders(trx, senders, now),
  ));

const broadcastWriters: Readonly<Record<string, Writes>> = {
  'what a page says of them': (trx) => broadcasts.lock(trx, ids),
  'what came of their texts': (trx) => countOutcomes(trx, news(MessageDelivered.type, 'messageId')),
  'what came of their mails': (trx) => hearOfRecipients(trx, news(EmailDelivered.type, 'mailId'), [emailFeed]),
  'those that are ended once more': async (trx) => {
    await texts.change(trx, stopped);
    await reopen(trx, ids);
  },
};
it.each(Object.entries(broadcastWriters))('so are broadcasts: %s', (_, writes) =>
  expectLockedUpwards(db, { table: broadcastRows.name, key: broadcastRows.column('id'), ids }, writes),
);

it('what is claimed by one is nobody else’s', async () => {
  await before('pending');
  const claimed = await claim(db, { holder, slots: { all: 8, bulk: 8 }, now, rateFor: unlimited });
  expect(claimed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});
