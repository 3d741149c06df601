import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initialSettings, noNotifications } from '../../domain/campaigns/fields.ts';
import { SubmissionId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { context, createProvidersWorld, type ProvidersWorld } from '../integration/providers/world.ts';
import { eventually } from '../support/eventually.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';
import { emails } from '../support/outbox.ts';

/**
 * Welcomes to new members while the process that sends them is killed again and again: nobody gets two, and each has an
 * end that its stream knows. What was sent and what may have been sent add up to what arrived.
 */
const kills = killsOr(3);
const people = 6 * kills;
let world: ProvidersWorld;
let child: Child | null = null;
beforeAll(async () => {
  world = await createProvidersWorld({ workers: false });
});
afterAll(async () => {
  await child?.kill('SIGKILL');
  await world.close();
});

it(`kill -9 of the email worker, ${kills} times through ${people} welcomes`, async () => {
  const { businessId, agencyId, business } = await world.addAgency('North');
  const campaignId = randomUUID() as string;
  const person = () => context(business.caller);
  const { campaigns, members, pages } = world.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Slice',
    type: 'landing',
    keyword: 'SLICE',
    reply: '',
    replyMedia: [],
    template: null,
    sections: { inputs: { ShowEmail: true, ShowPhone: false, ShowName: false } },
  });
  await campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    offer: null,
    notifications: { ...noNotifications, contact: { enabled: true, subject: 'Welcome', body: 'Hello.' } },
    settings: { ...initialSettings },
  });
  await campaigns.publishPage(person(), { campaignId });
  const joinedAt = new Date().toISOString();
  const addresses = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      // Every third mailbox is slow: a kill meets requests under way.
      const email = index % 3 === 0 ? `slow+${index}@example.test` : `person-${index}@example.test`;
      const submissionId = SubmissionId.parse(randomUUID());
      const { result } = await pages.submit(context({ ...person().caller, role: 'public' }), {
        submissionId,
        campaignId,
        pageVersion: 1,
        answers: { email, consent: true },
        ipAddress: null,
        device: 'phone',
        from: { source: null, medium: null, campaign: null, referrer: null },
        referral: null,
      });
      const worker = world.system({ agencyId, businessId });
      await pages.react(worker, { submissionId });
      await members.notifyJoined(worker, { campaignId, contactId: result.contactId, joinedAt });
      return email;
    }),
  );
  world.sandbox.carrier.configure({ smtpSlowMs: 300 });
  const start = () =>
    startChild('./email-process.ts', {
      MAIL: JSON.stringify({
        connectionString: world.connectionString,
        sandboxUrl: world.sandbox.url,
        publicUrl: world.publicUrl,
      }),
    });
  const counted = async () => ({
    all: await emails.count(world.db),
    done: await emails.count(world.db, {}, { recordedAt: null }),
  });
  for (let kill = 1; kill <= kills; kill++) {
    child = await start();
    child.go();
    const { done: before } = await counted();
    await eventually(counted, ({ done }) => done >= Math.min(before + 2, people - 4));
    await child.kill('SIGKILL');
  }
  child = await start();
  child.go();
  await eventually(counted, ({ all, done }) => all === people && done === people);

  const rows = await emails.rows(world.db, ['id', 'state']);
  const arrived = await Promise.all(addresses.map(async (to) => (await world.sandbox.inbox.messages({ to })).length));
  expect(Math.max(...arrived)).toBe(1);
  const sent = rows.filter(({ state }) => state === 'sent').length;
  const unsure = rows.filter(({ state }) => state === 'unsure').length;
  expect(sent + unsure).toBe(people);
  const total = arrived.reduce((sum, one) => sum + one, 0);
  expect(total).toBeGreaterThanOrEqual(sent);
  expect(total).toBeLessThanOrEqual(sent + unsure);
  for (const { id, state } of rows)
    expect((await world.store.read(streams.email(id))).map(({ type }) => type)).toEqual([
      'EmailQueued',
      state === 'sent' ? 'EmailAccepted' : 'EmailOutcomeUnknown',
    ]);
});
