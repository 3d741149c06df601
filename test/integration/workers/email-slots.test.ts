import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmailOutcome } from '../../../adapters/email/port.ts';
import { BusinessId, type ContactId } from '../../../domain/kernel/ids.ts';
import { EmailQueued } from '../../../domain/emails/events.ts';
import type { EmailPurpose } from '../../../domain/emails/fields.ts';
import { streams } from '../../../domain/streams.ts';
import type { Workers } from '../../../workers/index.ts';
import { append } from '../../support/automations.ts';
import { eventually } from '../../support/eventually.ts';
import { giveAddress, subscribeByEmail } from '../../support/email-broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine } from '../../support/spine.ts';

/** A provider that answers when it is told to. */
const underWay = new Map<string, () => void>();
let most = 0;
let isHolding = true;
const provider = {
  name: 'slow',
  async send({ to }: { readonly to: string }): Promise<EmailOutcome> {
    if (to.startsWith('bulk')) {
      await new Promise<void>((resolve) => {
        underWay.set(to, resolve);
        most = Math.max(most, underWay.size);
        if (!isHolding) setTimeout(resolve, 5);
      });
      underWay.delete(to);
    }
    arrived.push(to);
    return { kind: 'accepted', providerMessageId: to };
  },
  close: async () => {},
};
const arrived: string[] = [];

let database: TestDatabase;
let spine: Spine;
let workers: Workers;
beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString);
  workers = spine.workers({
    publicUrl: 'http://localhost',
    baseUrl: 'http://localhost',
    polls: { emailMs: 20 },
    mail: {
      routeFor: async () => ({ provider, from: { address: 'shop@x.test', name: null }, tells: false }),
      brandOf: async () =>
        ({ name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null }) as never,
      vault: { get: async () => undefined } as never,
    },
  });
  await workers.start();
});
afterAll(async () => {
  for (const answer of underWay.values()) answer();
  await workers.stop();
  await spine.close();
  await database.drop();
});

it('emails of automations keep to the slots of bulk, and hold up no email that somebody waits for', async () => {
  const tenant = await createTenant(spine, '+14155550171');
  const businessId = BusinessId.parse(tenant.businessId);
  await giveAddress(spine, businessId);
  const to = Array.from({ length: 60 }, (_, nth) => `bulk-${nth}@x.test`);
  const people = await subscribeByEmail(spine, businessId, to);
  const queue = (purpose: EmailPurpose, contactId: ContactId, address: string) => {
    const mailId = randomUUID();
    const email = { mailId, businessId, contactId, purpose, campaignId: null, to: address, subject: 'Hello' };
    const queued = EmailQueued.create({ ...email, body: 'Hello.', button: null, content: null });
    return append(spine, businessId, streams.email(mailId), queued);
  };
  await Promise.all(people.map((contactId, nth) => queue('automation', contactId, to[nth]!)));
  await eventually(
    async () => underWay.size,
    (count) => count >= 24,
  );
  await queue('owner-alert', people[0]!, 'owner@x.test');
  await eventually(async () => arrived.includes('owner@x.test'), Boolean);
  isHolding = false;
  for (const answer of underWay.values()) answer();
  await eventually(
    async () => arrived.length,
    (count) => count === 61,
  );
  expect(most).toBe(24);
  expect(new Set(arrived).size).toBe(61);
});
