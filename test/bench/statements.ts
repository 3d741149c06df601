import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { draftStatement } from '../../commands/statements/draft.ts';
import { previewStatement } from '../../commands/statements/preview.ts';
import { AgencyId, RateId } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { totalOf } from '../../domain/statements/statement.ts';
import { context, system } from '../support/callers.ts';
import { openComposition, settableClock } from '../support/composition.ts';
import type { BenchResult } from './result.ts';
import { seedHistory } from './support/history.ts';
import { benchPostgres } from './support/postgres.ts';

const agencyId = AgencyId.parse('0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11');
const payer: Payer = { kind: 'agency', id: agencyId };
const month = '2026-10';
const now = new Date('2026-12-05T12:00:00Z');
/** About so many events of the story come to one text, in or out; the story takes two months. */
const eventsPerText = 3;
const rounds = 5;

/**
 * The statement of an agency whose 50 businesses have sent and received about a million texts in two months: how long a
 * preview under other prices takes, and that a rebuild of the read model from the log gives the same statement.
 */
export async function run({ messages }: { readonly messages: number }): Promise<BenchResult[]> {
  const postgres = await benchPostgres();
  const secretKey = randomBytes(32).toString('hex');
  await seedHistory(postgres.connectionString, secretKey, messages * eventsPerText, agencyId);
  // Prices are added while their month is open.
  const clock = settableClock(new Date('2026-10-02T12:00:00Z'));
  const composed = await openComposition(postgres.connectionString, { secretKey, clock });
  const { commands, readModels, runner, store } = composed;
  try {
    for (const [channel, direction] of [
      ['sms', 'out'],
      ['sms', 'in'],
      ['mms', 'out'],
      ['mms', 'in'],
    ] as const)
      for (const country of [null, 'US'])
        await commands.rates.addRate(context(system), {
          agencyId: null,
          rateId: RateId.parse(randomUUID()),
          businessId: null,
          channel,
          direction,
          country,
          carrierClass: null,
          currency: usd,
          from: '2026-10-01',
          carrier: ledgerAmount(country === null ? 61 : 50),
          price: ledgerAmount(country === null ? 97 : 79),
        });
    clock.at = now;
    await runner.start();
    await runner.waitFor(await store.head(), { timeoutMs: 3_600_000 });
    const used = await texts(composed);
    const preview = await timed(() =>
      previewStatement(commands, readModels, payer, month, now, {
        list: 'platform',
        asOf: null,
        prices: [
          {
            channel: 'sms',
            direction: 'out',
            country: null,
            carrierClass: null,
            businessId: null,
            currency: usd,
            carrier: ledgerAmount(55),
            price: ledgerAmount(83),
          },
        ],
      }),
    );
    const statement = () => draftStatement(commands, readModels, payer, month, now);
    const before = await statement();
    const start = performance.now();
    await runner.rebuild(['usage']);
    const seconds = (performance.now() - start) / 1000;
    const after = await statement();
    const isSame = digestOf(before) === digestOf(after);
    const count = used.toLocaleString('en-US');
    return [
      {
        name: `preview of a month, of ${count} texts in two months`,
        ratio: preview,
        target: { atMost: 1000 },
        unit: 'ms',
        measured: preview,
        baseline: await timed(() => texts(composed)),
        pass: preview <= 1000,
        detail: `best of ${rounds}; against counting the same texts in their table`,
      },
      {
        name: `a statement after a rebuild from the log, of ${count} texts`,
        ratio: isSame ? 1 : 0,
        target: { atLeast: 1 },
        unit: 'units of the ledger',
        measured: totalOf(after.lines).price,
        baseline: totalOf(before.lines).price,
        pass: isSame && before.lines.length > 0,
        detail: `every line the same, in ${before.lines.length} lines; rebuilt in ${seconds.toFixed(1)} s`,
      },
    ];
  } finally {
    await composed.close();
    await postgres.remove();
  }

  async function texts({ readModels: shown }: typeof composed): Promise<number> {
    const users = await shown.usersOfUsage({ agencyId });
    const ids = users.map((user) => user.id);
    const found = await Promise.all([month, '2026-11'].map((one) => shown.usageOfMonth(ids, one)));
    return found.flat().reduce((sum, { channel, quantity }) => sum + (channel === 'number' ? 0 : quantity), 0);
  }
}

const digestOf = ({ lines, unrated }: Awaited<ReturnType<typeof draftStatement>>): string =>
  createHash('sha256')
    .update(JSON.stringify([lines, unrated]))
    .digest('hex');

async function timed(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
