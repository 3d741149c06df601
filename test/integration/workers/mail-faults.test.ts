import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { MailQueued } from '../../../domain/mail/events.ts';
import { streams } from '../../../domain/streams.ts';
import type { Workers } from '../../../workers/index.ts';
import { append } from '../../support/automations.ts';
import { settableClock } from '../../support/composition.ts';
import { eventually } from '../../support/eventually.ts';
import { giveAddress, subscribeByMail } from '../../support/mail-broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine } from '../../support/spine.ts';

const faults: (readonly [message: unknown, gaveUp: unknown])[] = [];
const log = pino({
  level: 'warn',
  hooks: {
    logMethod([said, message]) {
      faults.push([message, (said as { gaveUp?: unknown }).gaveUp]);
    },
  },
});
const clock = settableClock(new Date());
let database: TestDatabase;
let spine: Spine;
let workers: Workers;
beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString, { clock, log });
  const provider = { name: 'quick', send: async () => ({ kind: 'accepted', providerMessageId: 'x' }) as const };
  workers = spine.workers({
    ...{ publicUrl: 'http://localhost', baseUrl: 'http://localhost' },
    polls: { mailMs: 20 },
    mail: {
      routeFor: async () => ({
        ...{ provider: { ...provider, close: async () => {} }, tells: false },
        from: { address: 'shop@x.test', name: null },
      }),
      brandOf: async () =>
        ({ name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null }) as never,
      vault: { get: async () => undefined } as never,
    },
  });
  await workers.start();
});
afterAll(async () => {
  await workers.stop();
  await spine.close();
  await database.drop();
});

it('a mail that fails by our own fault is tried eight times and ends; what can not be told of it holds up no other', async () => {
  const tenant = await createTenant(spine, '+14155550172');
  const businessId = BusinessId.parse(tenant.businessId);
  await giveAddress(spine, businessId);
  const [contactId] = await subscribeByMail(spine, businessId, ['ann@x.test']);
  // Its stream is not there: it can be neither made nor told.
  const spoiled = randomUUID();
  await spine.pool.query(
    `insert into ops.mails (mail_id, business_id, tenant, lane, repeatable, kind, position, state, due_at)
      values ($1, $2, $2, 1, false, 'automation', 1, 'pending', now())`,
    [spoiled, businessId],
  );
  const mailId = randomUUID();
  const mail = { mailId, businessId, contactId: contactId!, purpose: 'automation' as const, campaignId: null };
  const queued = { ...mail, to: 'ann@x.test', subject: 'Hello', body: 'Hello.', button: null, content: null };
  await append(spine, businessId, streams.mail(mailId), MailQueued.create(queued));
  const rowOf = async (id: string) =>
    (
      await spine.pool.query<{ state: string; attempts: number; recorded: boolean }>(
        `select state, attempts, recorded_at is not null as recorded from ops.mails where mail_id = $1`,
        [id],
      )
    ).rows[0];
  await eventually(
    () => rowOf(mailId),
    (row) => row?.recorded === true,
  );
  const passing = setInterval(() => (clock.at = new Date(clock.at.getTime() + 60_000)), 50);
  try {
    await eventually(
      () => rowOf(spoiled),
      (row) => row?.state === 'failed',
    );
    expect(await rowOf(spoiled)).toEqual({ state: 'failed', attempts: 8, recorded: false });
    // As of a process that died before it could tell, later than the spoiled one.
    await spine.pool.query(`update ops.mails set recorded_at = null, done_at = $2 where mail_id = $1`, [
      mailId,
      new Date(clock.at.getTime() + 3_600_000),
    ]);
    await eventually(
      () => rowOf(mailId),
      (row) => row?.recorded === true,
    );
    await eventually(
      async () => (await workers.status()).watchdog,
      (said) => said.includes('1 mails are over, and what came of them could not be written down.'),
    );
  } finally {
    clearInterval(passing);
  }
  expect(faults.filter(([, gaveUp]) => gaveUp !== undefined)).toEqual([
    ['a mail failed for good by our own fault', 'mail'],
  ]);
  expect(faults.filter(([said]) => said === 'a mail failed by our own fault, trying again')).toHaveLength(7);
});
