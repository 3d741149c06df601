import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { createProvidersWorld, type ProvidersWorld } from '../integration/providers/world.ts';
import { startChild, type Child } from './support/child.ts';
import { killsOr } from './support/kills.ts';
import { emails } from '../support/outbox.ts';

/**
 * Emails to users while the process that sends them is killed again and again: each person gets theirs, a repeat carries
 * the same Message-ID, all are told of.
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

it(`kill -9 of the email worker, ${kills} times through ${people} emails`, async () => {
  const addresses = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      // Every third mailbox is slow: a kill meets requests under way.
      const { email } = await world.addUser(
        'Admin',
        null,
        null,
        index % 3 === 0 ? `slow+${index}@example.test` : `person-${index}@example.test`,
      );
      await world.commands.users.requestPasswordReset(world.system(), { email, ipAddress: null });
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
  const left = () => emails.count(world.db, { recordedAt: null });
  const sent = () => emails.count(world.db, {}, { recordedAt: null });
  for (let kill = 1; kill <= kills; kill++) {
    child = await start();
    child.go();
    const before = await sent();
    await eventually(sent, (now) => now >= Math.min(before + 2, people - 4));
    await child.kill('SIGKILL');
  }
  child = await start();
  child.go();
  await eventually(
    async () => [await left(), await sent()],
    ([open, done]) => open === 0 && done === people,
  );
  const rows = await emails.rows(world.db, ['state', 'unknowns']);
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  let repeats = 0;
  for (const email of addresses) {
    const emails = await world.sandbox.inbox.messages({ to: email });
    repeats += emails.length - 1;
    expect(emails.length).toBeGreaterThanOrEqual(1);
    expect(
      new Set(emails.map(({ headers }) => headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value)).size,
    ).toBe(1);
  }
  expect(repeats).toBeLessThanOrEqual(rows.reduce((sum, { unknowns }) => sum + unknowns, 0));
  expect(
    (
      await sql<{
        count: number;
      }>`select count(*)::int as count from ops.vault where ref like 'account-mail/%'`.execute(world.db)
    ).rows[0]!.count,
  ).toBe(0);
});
