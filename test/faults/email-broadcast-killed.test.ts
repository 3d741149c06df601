import { afterAll, beforeAll, expect } from 'vitest';
import { context, createProvidersWorld, type ProvidersWorld } from '../integration/providers/world.ts';
import { worksFor } from '../support/broadcasts.ts';
import { chosenSeed, seededChance } from '../support/chance.ts';
import { eventually } from '../support/eventually.ts';
import { designFor, giveAddress, emailBroadcast, subscribeByEmail, untilEmailed } from '../support/email-broadcasts.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';
import { itSurvives } from './support/stands.ts';

/** By command: `RECIPIENTS=5000 KILLS=20 npm run test:faults -- mail-broadcast-killed`. */
const recipients = Number(process.env['RECIPIENTS'] ?? 400);
const kills = killsOr(4);
let world: ProvidersWorld;
let child: Child | null = null;
beforeAll(async () => {
  world = await createProvidersWorld({ workers: false });
});
afterAll(async () => {
  await child?.kill('SIGKILL');
  await world.close();
});

itSurvives(
  `kill -9 of the email worker, ${kills} times through an email to ${recipients}, mailboxes in bad shape: nobody gets ` +
    'it twice, everybody has one end, and it adds up',
  540_000 + kills * 40_000,
  () => world.db,
  async () => {
    const seed = chosenSeed();
    const chance = seededChance(seed);
    console.log(`seed ${seed}`);
    const { businessId } = await world.addAgency('North');
    const me = () => context(worksFor(businessId));
    await giveAddress(world, businessId);
    const designId = await designFor(world, businessId);
    // Every fourth mailbox is slow: a kill meets requests under way. Some refuse for good, some for now.
    const addresses = Array.from({ length: recipients }, (_, n) =>
      n % 50 === 7 ? `bounce+${n}@x.test`
      : n % 50 === 9 ? `tempfail+${n}@x.test`
      : n % 4 === 0 ? `slow+${n}@x.test`
      : `person-${n}@x.test`,
    );
    await subscribeByEmail(world, businessId, addresses);
    await world.runner.waitFor(await world.raw.head(), { timeoutMs: 30_000 });
    world.sandbox.carrier.configure({ smtpSlowMs: 200 });
    const start = () =>
      startChild('./email-process.ts', {
        MAIL: JSON.stringify({
          connectionString: world.connectionString,
          sandboxUrl: world.sandbox.url,
          publicUrl: world.publicUrl,
        }),
      });
    // Counted, not read: reading thousands again and again keeps the email server from answering.
    const arrived = () => world.sandbox.inbox.count();

    let next = await start();
    const id = await emailBroadcast(world, businessId, ['Hello {{email}}'], designId);
    const pausedAt = Math.floor(kills / 2);
    for (let kill = 0; kill < kills; kill += 1) {
      child = next;
      const enough = Math.ceil(((kill + 0.1 + 0.8 * chance()) / kills) * recipients * 0.7);
      const following = start();
      child.go();
      await eventually(arrived, (count) => count >= enough, 120_000);
      if (kill === pausedAt) {
        await world.commands.broadcasts.pause(me(), { broadcastId: id });
        // Those in hand still leave, however long that takes; then nobody's does.
        let paused = -1;
        while (paused !== arrived()) {
          paused = arrived();
          await new Promise((resolve) => setTimeout(resolve, 2_000));
        }
        expect(paused).toBeLessThan(recipients * 0.8);
        await child.kill('SIGKILL');
        await world.commands.broadcasts.resume(me(), { broadcastId: id });
      } else await child.kill('SIGKILL');
      next = await following;
    }
    const whileKilling = arrived();
    child = next;
    child.go();
    const report = await untilEmailed(world, id, 180_000);

    expect(report.status).toBe('completed');
    expect(report.recipients.length).toBe(recipients);
    const { sums } = report;
    expect(Object.values(sums).reduce((sum, count) => sum + count, 0)).toBe(recipients);
    expect(sums.waiting + sums.held + sums.sent + sums.stopped + sums.expired + sums.suppressed).toBe(0);
    const tos = (await world.sandbox.inbox.messages({ limit: 100_000 })).flatMap(({ envelope }) => envelope.to);
    expect(tos.length).toBe(new Set(tos).size);
    // What arrived is what was taken, and of what nobody knows as much as there is.
    const lost = [...report.states.values()].filter(({ status }) => status === 'unknown').length;
    expect(tos.length).toBeGreaterThanOrEqual(sums.delivered);
    expect(tos.length).toBeLessThanOrEqual(sums.delivered + lost);
    const refused = addresses.filter((to) => /^(?:bounce|tempfail)/u.test(to)).length;
    expect(sums.undelivered).toBeGreaterThanOrEqual(refused);
    expect(sums.undelivered).toBeLessThanOrEqual(refused + lost);
    // For whom all goes well: two events.
    for (const [contactId, story] of report.stories)
      if (report.states.get(contactId)!.status === 'accepted') expect(story).toEqual(['EmailQueued', 'EmailAccepted']);
    const there = new Set(tos);
    const unsure = [...report.states].filter(([, { status }]) => status === 'unknown').map(([contactId]) => contactId);
    const taken = unsure.filter((contactId) => {
      const email = report.states.get(contactId);
      return email !== undefined && 'mail' in email && email.mail.to !== null && there.has(email.mail.to);
    }).length;
    console.log(
      `${recipients} recipients, ${kills} kills, ${whileKilling} arrived while killing: ${JSON.stringify(sums)}, ` +
        `${lost} of them cut off after they were handed over, of which ${taken} arrived`,
    );
  },
);
