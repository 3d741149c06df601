import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { OperatorLine, PayerWallet, PayerWalletRecord } from '../../../api/contract/operator-wallets.ts';
import type { Profile } from '../../../api/contract/profile.ts';
import { AgencyId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, system } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

/** What operators see of payers' wallets, and do about them. */
let sandbox: Sandbox;
let payments: Payments;
let app: TestApi;
let admin: string;
let north: Tenant;
let alone: Tenant;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'operators' });
  payments = createPayments({
    secretKey: 'sk_test_operators',
    baseUrl: sandbox.url,
    webhookSecret: null,
    mode: 'sandbox',
  });
  const cardForm = { publishableKey: 'pk_test_operators', sandboxUrl: sandbox.url };
  app = await startTestApi({ world: { payments }, config: { cardForm } });
  admin = await app.addUser('Admin', null);
  north = await app.addTenant('north');
  alone = await app.addTenant('alone', { agencyId: null });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const cents = (of: number) => ledgerAmount(of * 10_000);
const ofBusiness = () => ({ kind: 'business', id: alone.businessId }) as Payer;
const ofAgency = (): Payer => ({ kind: 'agency', id: AgencyId.parse(north.agencyId) });
const recordOf = async ({ id }: Payer) =>
  (await app.call<{ data: PayerWalletRecord }>(admin, 'GET', `/wallets/${id}`)).body.data;
const linesOf = async ({ id }: Payer) =>
  (await app.call<{ data: readonly OperatorLine[] }>(admin, 'GET', `/wallets/${id}/statement`)).body.data;
const act = (payer: Payer, what: string, body?: object) =>
  app.call(admin, 'POST', `/wallets/${payer.id}/${what}`, body);
const reason = 'Agreed by phone';

const finishProof = (found: { faultCount: number; unmatched: { count: number; charges: [] } | null }) =>
  app.commands.proofs.finish(context(system), {
    proofId: randomUUID(),
    night: null,
    startedAt: new Date().toISOString(),
    durationMs: 1,
    wallets: 1,
    postings: 1,
    charges: null,
    booked: 0,
    behind: 0,
    faults: [],
    ...found,
  });

describe('wallets, as operators see them', () => {
  it('list every payer, those that need a person first, and one whole with accounts that add up to zero', async () => {
    const payer = ofBusiness();
    await app.commands.wallets.addFunds(context(system), {
      payer,
      currency: usd,
      chargeId: 'pi_alone1',
      units: cents(5_000),
      crossing: null,
    });
    await app.commands.wallets.holdFunds(context(system), {
      payer,
      currency: usd,
      holdId: randomUUID(),
      units: cents(300),
      expiresAt: new Date(Date.now() + 300_000).toISOString(),
    });
    const other = ofAgency();
    await app.commands.wallets.grantCredit(context(system), {
      payer: other,
      currency: usd,
      grantId: randomUUID(),
      units: cents(100),
      reason,
    });
    // More comes back than was paid: it can't be so.
    await app.commands.wallets.refundFunds(context(system), {
      payer,
      currency: usd,
      chargeId: 'pi_alone1',
      refundId: 're_alone1',
      units: cents(6_000),
    });
    await app.settled();
    const list = async (query = '') =>
      (await app.call<{ data: readonly PayerWallet[] }>(admin, 'GET', `/wallets${query}`)).body.data;
    const rows = await list();
    expect(rows.map(({ id }) => id)).toEqual([payer.id, other.id]);
    expect(rows[0]).toMatchObject({ kind: 'business', paid: cents(4_700), held: cents(300), states: ['parked'] });
    expect((await list('?status=parked')).map(({ id }) => id)).toEqual([payer.id]);
    expect((await list('?status=enough')).map(({ id }) => id)).toEqual([other.id]);
    expect((await list('?kind=agency')).map(({ id }) => id)).toEqual([other.id]);
    expect(await list('?search=nothing-like-it')).toEqual([]);

    const one = await recordOf(payer);
    expect(one.contradictions).toMatchObject([
      { code: 'more-returned-than-charged', about: 're_alone1', expected: cents(5_000), found: cents(6_000) },
    ]);
    expect(one.open_holds).toBe(1);
    const profileOf = async (token: string) => (await app.call<Profile>(token, 'GET', '/profile')).body;
    expect((await profileOf(admin)).money_alerts).toEqual({ parked_wallets: 1, proof_faults: 0, unmatched_charges: 0 });
    expect((await profileOf(alone.token)).money_alerts).toBeNull();
    expect(one.accounts.reduce((sum, { units }) => sum + units, 0)).toBe(0);
    expect((await act(payer, 'resolve', { reason: ' ', revision: one.revision })).status).toBe(422);
    expect((await act(payer, 'resolve', { reason, revision: one.revision })).status).toBe(200);
    expect(await recordOf(payer)).toMatchObject({ states: ['enough'], contradictions: [], revision: one.revision + 1 });
    await finishProof({ faultCount: 2, unmatched: { count: 1, charges: [] } });
    expect((await profileOf(admin)).money_alerts).toEqual({ parked_wallets: 0, proof_faults: 2, unmatched_charges: 1 });
    // The next night all is well again.
    await finishProof({ faultCount: 0, unmatched: null });
    expect((await profileOf(admin)).money_alerts).toEqual({ parked_wallets: 0, proof_faults: 0, unmatched_charges: 0 });
  });

  it('are changed once by two tabs, also when both press at once, and by the same request never twice', async () => {
    const payer = ofAgency();
    const { revision, granted } = await recordOf(payer);
    const both = await Promise.all([1, 2].map(() => act(payer, 'credit', { amount: 500, reason, revision })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await recordOf(payer)).granted).toBe(granted + cents(500));
    const wish = { amount: -200, reason, revision: revision + 1 };
    const headers = { 'idempotency-key': randomUUID() };
    const again = () => app.call(admin, 'POST', `/wallets/${payer.id}/adjustments`, wish, headers);
    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    expect(await recordOf(payer)).toMatchObject({ paid: cents(-200), revision: revision + 2 });
    for (const amount of [0, 1.5, '5', 1e12, -1e12])
      expect((await act(payer, 'adjustments', { amount, reason, revision: revision + 2 })).status).toBe(422);
    for (const amount of [0, -5, 100_000_000])
      expect((await act(payer, 'credit', { amount, reason, revision: revision + 2 })).status).toBe(422);
  });

  it('reverse a grant once, and say so in the statement and in the activity', async () => {
    const payer = ofAgency();
    const [line] = (await linesOf(payer)).filter(({ kind }) => kind === 'credit');
    expect(line).toMatchObject({ is_reversible: true, is_reversed: false, refundable: 0, reason });
    const { revision, granted } = await recordOf(payer);
    expect((await act(payer, 'reversals', { line_id: line!.id, reason, revision })).status).toBe(200);
    expect((await recordOf(payer)).granted).toBe(granted - line!.units);
    expect((await linesOf(payer)).find(({ id }) => id === line!.id)).toMatchObject({
      is_reversible: false,
      is_reversed: true,
    });
    expect((await act(payer, 'reversals', { line_id: line!.id, reason, revision: revision + 1 })).status).toBe(409);
    expect((await act(payer, 'reversals', { line_id: randomUUID(), reason, revision: revision + 1 })).status).toBe(404);
    await app.settled();
    const { data } = (
      await app.call<{ data: readonly { type: string; details: object }[] }>(
        admin,
        'GET',
        `/activity?agency_id=${payer.id}`,
      )
    ).body;
    expect(data.find(({ type }) => type === 'PostingReversed')?.details).toMatchObject({ reason });
    expect(data.find(({ type }) => type === 'CreditGranted')?.details).toMatchObject({ reason, amount: '$5.00' });
  });

  it('refund a payment to its card within what is left of it, once for two tabs', async () => {
    const payer = ofBusiness();
    const caller = { role: 'business', actor: system.actor, tenant: { agencyId: null, businessId: payer.id } } as const;
    const by = () => context(caller as Parameters<typeof context>[0]);
    await app.commands.payments.setup(by(), { payer });
    const { customerId } = await app.commands.payments.account(by(), payer);
    const { id: methodId } = await payments.methods.attach('pm_card_visa', customerId!, randomUUID());
    await app.commands.payments.add(by(), { payer, methodId });
    const { result } = await app.commands.payments.addFunds(by(), { payer, amount: 2_000 });
    await app.settled();
    const { revision, paid } = await recordOf(payer);
    const wish = { charge_id: result.chargeId, amount: 1_500, reason, revision };
    expect((await act(payer, 'refunds', { ...wish, amount: 2_001 })).status).toBe(422);
    expect((await act(payer, 'refunds', { ...wish, charge_id: 'pi_foreign' })).status).toBe(404);
    const both = await Promise.all([1, 2].map(() => act(payer, 'refunds', wish)));
    expect(both.some(({ status }) => status === 200)).toBe(true);
    expect((await act(payer, 'refunds', wish)).status).toBe(409);
    expect((await recordOf(payer)).paid).toBe(paid - cents(1_500));
    const [line] = (await linesOf(payer)).filter(({ kind }) => kind === 'refund');
    expect(line).toMatchObject({ reason, units: -cents(1_500) });
    expect(
      (await linesOf(payer)).find(({ charge_id: id, kind }) => id === result.chargeId && kind === 'funds'),
    ).toMatchObject({ refundable: cents(500) });
  });

  it('let a declined recharge be tried again', async () => {
    const payer = ofAgency();
    const by = context(system);
    await app.commands.wallets.setAutoRecharge(by, {
      payer,
      recharge: { below: 100_000, amount: 1_000, mostPerDay: 9_000 },
    });
    await app.commands.payments.chargeRecharge(context(system), { payer, crossing: 1 });
    expect(await recordOf(payer)).toMatchObject({ recharge_state: 'paused', states: ['paused', 'low'] });
    expect((await act(payer, 'recharge/resume')).status).toBe(200);
    // It is asked for again at once, since the balance is still low.
    expect((await recordOf(payer)).recharge_state).toBe('charging');
  });
});
