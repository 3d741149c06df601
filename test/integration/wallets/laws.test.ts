import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../../domain/kernel/decider.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { type LedgerAmount, ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { walletList } from '../../../domain/wallets/list.ts';
import { streams } from '../../../domain/streams.ts';
import type { Leg } from '../../../domain/wallets/accounts.ts';
import { moved, Wallet, type WalletEventAt } from '../../../domain/wallets/wallet.ts';
import { context, createWorld, system, type World } from '../commands/world.ts';

/** Laws of the ledger over random commands that run at the same time, in two processes' worth of commands, on a real log. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.runner.start();
});
afterAll(() => world.close());

const businessId = BusinessId.parse(randomUUID());
const cents = (of: number) => ledgerAmount(of * 10_000);
const ids = [0, 1, 2, 3, 4, 5] as const;
const which = fc.constantFrom(...ids);
const some = fc.integer({ min: 1, max: 60 });

type Act =
  | { readonly kind: 'add' | 'hold' | 'refund' | 'grant' | 'adjust'; readonly of: number; readonly units: number }
  | { readonly kind: 'capture'; readonly of: number; readonly quantity: number }
  | { readonly kind: 'release' | 'expire' | 'dispute' | 'win' | 'lose' | 'reverse' | 'resolve'; readonly of: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'hold' as const, 'hold' as const), of: which, units: some }),
  fc.record({
    kind: fc.constantFrom('refund' as const, 'grant' as const, 'adjust' as const),
    of: which,
    units: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('capture' as const), of: which, quantity: fc.integer({ min: 1, max: 16 }) }),
  fc.record({
    kind: fc.constantFrom(
      'release' as const,
      'expire' as const,
      'dispute' as const,
      'win' as const,
      'lose' as const,
      'reverse' as const,
      'resolve' as const,
    ),
    of: which,
  }),
);

/** The same act has the same ids, so a repeat is one. */
function perform(commands: World['commands'], payer: Payer, acted: Act, idOf: (kind: string, of: number) => string) {
  const { wallets } = commands;
  const { kind, of } = acted;
  const by = context(system, randomUUID());
  const given = { payer, currency: usd };
  const charge = { ...given, chargeId: `pi_${of}` };
  /** Mostly the same each time; now and then it is told in another way, which can't be so. */
  const told = (usual: number, units: number) => cents(units % 12 === 0 ? units : usual);
  switch (kind) {
    case 'add':
      return wallets.addFunds(by, { ...charge, units: told(40 + 10 * of, acted.units), crossing: null });
    case 'resolve':
      return wallets.resolveWallet(by, { payer, reason: 'x' });
    case 'refund':
      return wallets.refundFunds(by, { ...charge, units: cents(acted.units), refundId: `re_${of}_${acted.units}` });
    case 'grant':
      return wallets.grantCredit(by, { ...given, grantId: idOf('grant', of), units: cents(acted.units), reason: 'x' });
    case 'adjust': {
      const units = cents(of % 2 === 0 ? acted.units : -acted.units);
      return wallets.adjustWallet(by, { ...given, adjustmentId: idOf('adjust', of), units, reason: 'x' });
    }
    case 'hold': {
      const expiresAt = new Date(world.now().getTime() + (of < 3 ? -1 : 1)).toISOString();
      return wallets.holdFunds(by, {
        ...given,
        holdId: idOf('hold', of),
        units: told(12 + 4 * of, acted.units),
        expiresAt,
      });
    }
    case 'capture': {
      const [carrier, price, resale] = [1, 2, 5].map((each) => cents(each * acted.quantity));
      const line = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;
      return wallets.captureHold(by, {
        ...given,
        holdId: idOf('hold', of),
        businessId,
        totals: [{ ...line, quantity: acted.quantity, carrier: carrier!, price: price!, resale: resale! }],
      });
    }
    case 'release':
      return wallets.releaseHold(by, { payer, holdId: idOf('hold', of) });
    case 'expire':
      return wallets.expireHold(by, { payer, holdId: idOf('hold', of) });
    case 'dispute':
    case 'win':
    case 'lose': {
      const status = ({ dispute: 'open', win: 'won', lose: 'lost' } as const)[kind];
      return wallets.recordDispute(by, { ...charge, units: cents(5), disputeId: `dp_${of}`, status });
    }
    case 'reverse':
      return world.events.read(streams.wallet(payer)).then((stored) => {
        const all = stored.filter(({ type }) => type === 'HoldCaptured');
        const captured = all[of % all.length];
        if (captured === undefined) return undefined;
        return wallets.reversePosting(by, { payer, reversalId: randomUUID(), eventId: captured.id, reason: 'x' });
      });
  }
}

const expected = new Set(['insufficient_funds', 'wallet_parked', 'conflict']);

/** The read models show what the log says: balances, every account, and a statement that adds up from line to line. */
async function checkShown(payer: Payer, { wallet }: { readonly wallet: Wallet }) {
  expect(await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 })).toBe(true);
  const shown = await world.readModels.wallet(payer);
  expect(shown ?? { wallet: 0, credit: 0, held: 0 }).toMatchObject({
    wallet: wallet.wallet,
    credit: wallet.credit,
    held: wallet.held,
  });
  const { at: _at, ...parkedBy } = wallet.contradictions.at(-1) ?? { at: null };
  expect(shown?.parkedBy ?? {}).toEqual(parkedBy);
  const [row] = (await world.readModels.wallets(asked(walletList, { perPage: 1_000 }))).data.filter(
    ({ id }) => id === payer.id,
  );
  expect([row?.isParked ?? false, row?.isPaused ?? false]).toEqual([
    wallet.contradictions.length > 0,
    wallet.recharge.setting !== null && wallet.recharge.isPaused,
  ]);
  const { data: lines, total } = await world.readModels.walletStatement(payer, { page: 1, perPage: 500 });
  expect(lines).toHaveLength(total);
  let balance = 0;
  for (const line of lines.toReversed()) expect(line.balance).toBe((balance += line.units));
  expect(balance).toBe(wallet.wallet + wallet.credit + wallet.held);
}

async function checkLaws(payer: Payer, said: Wallet | null) {
  const stored = (await world.events.read(streams.wallet(payer))) as unknown as readonly (WalletEventAt & {
    readonly revision: number;
  })[];
  let [before, balances] = [Wallet.initial, new Map<string, bigint>()];
  for (const event of stored) {
    const posting = 'posting' in event.data ? (event.data.posting as readonly Leg[]) : [];
    const sumOfHolds = (wallet: Wallet) =>
      [...wallet.holds.entries()].reduce((sum, [, hold]) => sum + (hold.isOpen ? hold.units - hold.captured : 0), 0);
    for (const { account, units } of posting)
      balances = balances.set(account, (balances.get(account) ?? 0n) + BigInt(units));
    // Sum zero at every position: nothing appears, and nothing is lost.
    expect([...balances.values()].reduce((sum, units) => sum + units, 0n)).toBe(0n);
    const after = fold(Wallet, [event], before);
    if ('after' in event.data) {
      // What an event says of the balances is what its legs do, and what a replay comes to.
      expect(moved(before, posting)).toEqual(event.data.after);
      expect({ wallet: after.wallet, credit: after.credit, held: after.held }).toEqual(event.data.after);
    }
    // What is held is what is left of the open holds.
    expect(after.held).toBe(sumOfHolds(after));
    expect(after.held).toBeGreaterThanOrEqual(0);
    // A hold takes nothing that is not there.
    if (event.type === 'FundsHeld') {
      if (after.wallet < before.wallet) expect(after.wallet).toBeGreaterThanOrEqual(0);
      expect(after.credit + Math.min(after.wallet, 0)).toBeGreaterThanOrEqual(
        Math.min(0, before.wallet + before.credit),
      );
      expect(before.wallet + before.credit).toBeGreaterThanOrEqual(event.data.units);
    }
    // No hold is captured beyond what was held.
    for (const [, hold] of after.holds.entries()) expect(hold.captured).toBeLessThanOrEqual(hold.units);
    before = after;
  }
  const at = (account: string) => Number(balances.get(account) ?? 0n) as LedgerAmount;
  expect({ wallet: at('wallet'), credit: at('credit'), held: at('held:sending') }).toEqual({
    wallet: before.wallet,
    credit: before.credit,
    held: before.held,
  });
  // The live state of each process is what a replay comes to.
  if (said !== null) expect(plain(said)).toEqual(plain(before));
  return { stored, wallet: before };
}
const plain = ({ holds, topUps, known, disputes, ...rest }: Wallet) => ({
  ...rest,
  holds: new Map(holds.entries()),
  topUps: new Map(topUps.entries()),
  known: new Map(known.entries()),
  disputes: new Map(disputes.entries()),
});

describe('the ledger', () => {
  it('loses nothing and makes nothing, whatever happens at the same time, twice and in two processes', async () => {
    const others = world.commandsOver(world.events);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
        async (rounds) => {
          const payer = { kind: 'agency', id: randomUUID() } as unknown as Payer;
          const named = new Map<string, string>();
          const idOf = (kind: string, of: number) => {
            const key = `${kind}${of}`;
            if (!named.has(key)) named.set(key, randomUUID());
            return named.get(key)!;
          };
          let last: Wallet | null = null;
          for (const round of rounds) {
            const settled = await Promise.allSettled(
              round.flatMap((one, index) => [
                perform(world.commands, payer, one, idOf),
                // Every third act is told to another process at the same time as well.
                ...(index % 3 === 0 ? [perform(others, payer, one, idOf)] : []),
              ]),
            );
            for (const one of settled)
              if (one.status === 'rejected' && !(one.reason instanceof DomainError && expected.has(one.reason.code)))
                throw one.reason;
          }
          const done = await world.commands.wallets.releaseHold(context(system), { payer, holdId: randomUUID() });
          last = done.result.wallet;
          const { stored, wallet } = await checkLaws(payer, last);
          await checkShown(payer, { wallet });
          const once = (type: string, field: string) => {
            const names = stored.filter((event) => event.type === type).map(({ data }) => data[field as never]);
            expect(new Set(names).size).toBe(names.length);
          };
          once('FundsAdded', 'chargeId');
          once('FundsRefunded', 'refundId');
          once('FundsHeld', 'holdId');
          once('CreditGranted', 'grantId');
          once('PostingReversed', 'reversedEventId');
        },
      ),
      // A wallet that is on hold before anything was booked.
      { numRuns: Number(process.env['RUNS'] ?? 80), examples: [[[[{ kind: 'refund', of: 0, units: 1 }]]]] },
    );
  }, 240_000);

  it('shows a statement to its payer alone, and a proof to the operator', async () => {
    const [payer, other] = [randomUUID(), randomUUID()].map((id) => ({ kind: 'agency', id }) as unknown as Payer);
    const { wallets } = world.commands;
    const given = { payer: payer!, currency: usd };
    await wallets.addFunds(context(system), { ...given, chargeId: 'pi_1', units: cents(5), crossing: null });
    await wallets.grantCredit(context(system), { ...given, grantId: randomUUID(), units: cents(2), reason: 'Hello' });
    await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
    const page = { page: 1, perPage: 10 };
    expect(await world.readModels.walletStatement(payer!, page)).toMatchObject({
      total: 2,
      data: [
        { type: 'CreditGranted', units: 20_000, balance: 70_000, cause: { reason: 'Hello' } },
        { type: 'FundsAdded', units: 50_000, balance: 50_000, cause: { chargeId: 'pi_1' } },
      ],
    });
    expect(await world.readModels.walletStatement(other!, page)).toEqual({ total: 0, data: [] });
    expect(await world.readModels.wallet(other!)).toBeNull();
    expect(await world.readModels.wallet({ kind: 'business', id: payer!.id } as unknown as Payer)).toBeNull();
    expect(await world.readModels.unbalancedWallets()).toEqual([]);
  });

  it('makes few appends of many holds at once, and refuses exactly those that do not fit', async () => {
    const payer = { kind: 'agency', id: randomUUID() } as unknown as Payer;
    const given = { payer, currency: usd };
    let appends = 0;
    const commands = world.commandsOver({
      ...world.events,
      append: (...append) => {
        appends += 1;
        return world.events.append(...append);
      },
    });
    await commands.wallets.addFunds(context(system), { ...given, chargeId: 'pi_1', units: cents(40), crossing: null });
    const expiresAt = new Date(world.now().getTime() + 60_000).toISOString();
    const holds = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        commands.wallets.holdFunds(context(system), { ...given, holdId: randomUUID(), units: cents(1), expiresAt }),
      ),
    );
    expect(holds.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    for (const one of holds)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficient_funds' });
    expect(appends).toBeLessThanOrEqual(4);
    await checkLaws(payer, null);
  });

  it('commits holds on many wallets together, however their callers take turns', async () => {
    const callers = 40;
    const rounds = 10;
    const expiresAt = new Date(world.now().getTime() + 60_000).toISOString();
    const payers = Array.from({ length: callers }, () => ({ kind: 'agency', id: randomUUID() }) as unknown as Payer);
    for (const payer of payers)
      await world.commands.wallets.addFunds(context(system), {
        payer,
        currency: usd,
        chargeId: `pi_${payer.id}`,
        units: cents(40),
        crossing: null,
      });
    await Promise.all(
      payers.map(async (payer) => {
        for (let round = 0; round < rounds; round += 1)
          await world.commands.wallets.holdFunds(context(system), {
            payer,
            currency: usd,
            holdId: randomUUID(),
            units: cents(1),
            expiresAt,
          });
      }),
    );
    const { rows } = await sql<{ holds: number; commits: number }>`
      select count(*)::int as holds, count(distinct xmin::text)::int as commits from es.events
      where type = 'FundsHeld' and stream = any(${payers.map((payer) => streams.wallet(payer))})`.execute(world.db);
    expect(rows[0]!.holds).toBe(callers * rounds);
    expect(rows[0]!.commits).toBeLessThanOrEqual(rounds * 1.5);
  });

  it('refuses nobody by a state of yesterday', async () => {
    const payer = { kind: 'agency', id: randomUUID() } as unknown as Payer;
    const given = { payer, currency: usd };
    const others = world.commandsOver(world.events);
    const hold = { ...given, holdId: randomUUID(), units: cents(1), expiresAt: new Date(0).toISOString() };
    await expect(world.commands.wallets.holdFunds(context(system), hold)).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    await others.wallets.addFunds(context(system), { ...given, chargeId: 'pi_1', units: cents(1), crossing: null });
    await world.commands.wallets.holdFunds(context(system), hold);
    await expect(others.wallets.holdFunds(context(system), { ...hold, holdId: randomUUID() })).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
  });

  it('declines a recharge that another process asked for after midnight', async () => {
    const payer = { kind: 'agency', id: randomUUID() } as unknown as Payer;
    const given = { payer, currency: usd };
    const { wallets } = world.commands;
    const others = world.commandsOver(world.events);
    const add = (commands: World['commands'], of: number, crossing: number | null) =>
      commands.wallets.addFunds(context(system), { ...given, chargeId: `pi_${of}`, units: cents(of), crossing });
    await add(world.commands, 1, null);
    const recharge = { below: 1_000, amount: 500, mostPerDay: 500 };
    await wallets.setAutoRecharge(context(system), { payer, recharge });
    // Both know the wallet as it is when the day's limit is used up. The next day, one of them asks.
    await add(world.commands, 500, 1);
    await others.wallets.resumeRecharge(context(system), { payer });
    const today = world.clock.at;
    try {
      world.clock.at = new Date(today.getTime() + 24 * 3_600_000);
      await wallets.resumeRecharge(context(system), { payer });
      await others.wallets.declineRecharge(context(system), { payer, crossing: 2, code: 'no_card' });
    } finally {
      world.clock.at = today;
    }
    const types = (await world.events.read(streams.wallet(payer))).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['RechargeRequested', 'RechargeDeclined']);
  });

  it('takes a command again as the one it was, also after its answer was lost', async () => {
    const payer = { kind: 'agency', id: randomUUID() } as unknown as Payer;
    const given = { payer, currency: usd };
    let lose = true;
    const commands = world.commandsOver({
      ...world.events,
      append: async (...append) => {
        const appended = await world.events.append(...append);
        if (lose) throw new Error('the answer was lost');
        return appended;
      },
    });
    const by = context(system);
    const funds = { ...given, chargeId: 'pi_1', units: cents(5), crossing: null };
    await expect(commands.wallets.addFunds(by, funds)).rejects.toThrow('the answer was lost');
    lose = false;
    await commands.wallets.addFunds(by, funds);
    await world.commands.wallets.addFunds(by, funds);
    const { wallet } = await checkLaws(payer, null);
    expect(wallet.wallet).toBe(cents(5));
  });

  it('belongs to its payer: an agency can’t set the recharge of another', async () => {
    const payer = { kind: 'agency', id: randomUUID() } as unknown as Payer;
    const recharge = { below: 500, amount: 1000, mostPerDay: 5000 };
    const agency = (agencyId: string) =>
      ({
        role: 'agency',
        actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
        tenant: { agencyId, businessId: null },
      }) as const;
    const { setAutoRecharge } = world.commands.wallets;
    await expect(setAutoRecharge(context(agency(randomUUID())), { payer, recharge })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      world.commands.wallets.grantCredit(context(agency(payer.id)), {
        payer,
        currency: usd,
        grantId: randomUUID(),
        units: cents(1),
        reason: 'Mine',
      }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await setAutoRecharge(context(agency(payer.id)), { payer, recharge });
    await expect(
      setAutoRecharge(context(agency(payer.id)), { payer, recharge: { ...recharge, mostPerDay: 900 } }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
