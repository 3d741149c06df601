import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { A2pProposal, A2pRequestReply } from '../../../api/contract/registrations.ts';
import type { A2pRequestList } from '../../../api/contract/registrations-a2p.ts';
import type { BillingDetailRecords } from '../../../api/contract/reports.ts';
import type { Statement, TenantMargin } from '../../../api/contract/statements.ts';
import { presentLine } from '../../../api/present/wallets.ts';
import { AgencyBillingChanged } from '../../../domain/agencies/events.ts';
import { A2pBrandId, AgencyId, BusinessId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import { A2pBrandReviewed } from '../../../domain/registrations/a2p/events.ts';
import { submitBrand, withAgreement } from '../../../domain/registrations/a2p/decide.ts';
import { BrandForm } from '../../../domain/registrations/a2p/fields.ts';
import { A2pRegistration } from '../../../domain/registrations/a2p/registration.ts';
import { streams } from '../../../domain/streams.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';
import { defaultRegistrar, registerOnce, registrationLooks } from '../../../workers/registrations/registrar.ts';
import { eventually } from '../../support/eventually.ts';
import { pdfText } from '../../support/pdf-text.ts';
import { quietLog } from '../../support/quiet.ts';
import { said } from '../../support/said.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';
import { brand, campaign } from './forms.ts';

/** The fees of a registration: shown, agreed and charged to the wallet of who pays, once. */
let world: ProvidersWorld;
beforeAll(async () => {
  world = await createProvidersWorld({ workers: false });
});
afterAll(() => world.close());

let count = 0;
async function addShop({ isFree }: { readonly isFree: boolean }) {
  count += 1;
  const nth = count;
  const tenant = await world.addAgency(`Payer${nth}`);
  const [agencyId, businessId] = [AgencyId.parse(tenant.agencyId), BusinessId.parse(tenant.businessId)];
  const changed = AgencyBillingChanged.create({ agencyId, freeFee: isFree });
  await world.store.append(streams.agency(agencyId), 'any', said([changed], { agencyId }));
  return {
    ...(await shopOf({ agencyId, businessId, nth, token: tenant.business.token })),
    agency: tenant.agency.token,
  };
}
interface Shop {
  readonly agencyId: AgencyId;
  readonly businessId: BusinessId;
  readonly nth: number;
  readonly token: string;
}
async function shopOf({ agencyId, businessId, nth, token }: Shop) {
  const number = `+1415555018${nth}`;
  expect((await world.call(token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  const payer = { kind: 'agency', id: agencyId } as const;
  return {
    businessId,
    token,
    payer,
    /** Another business of the agency. */
    addSister: () => addSister(agencyId),
    form: { ...brand, ein: `12-345676${nth}`, legal_name: `Shop of North ${nth}` },
    fund: (cents: number) =>
      world.commands.wallets.addFunds(world.system(), {
        payer,
        currency: usd,
        chargeId: `pi_${nth}x${cents}`,
        units: ledgerAmount(cents * 10_000),
        crossing: null,
      }),
    request: async () =>
      (await world.call<z.output<typeof A2pRequestReply>>(token, 'GET', '/businesses/a2p/request')).body.data,
    proposal: async () =>
      (await world.call<z.output<typeof A2pProposal>>(token, 'GET', '/businesses/a2p/proposal')).body.data,
    post: (path: string, body: object) =>
      world.call<{ data: { id: string }; message: string }>(token, 'POST', path, body),
    advance: () => world.commands.registrations.advanceA2p(world.system(), { businessId }),
    async goOn(): Promise<void> {
      if ((await this.advance()).result.again === 'now') await this.goOn();
    },
    events: (type: string) =>
      world.store
        .read(streams.registrations(businessId))
        .then((events) => events.filter((event) => event.type === type)),
    charges: async () =>
      (await world.store.read(streams.wallet(payer)))
        .filter(({ type }) => type === 'FeeCharged')
        .map(({ data }) => [data['what'], data['units']]),
    async sid(part: 'brand' | 'campaign') {
      const steps = await this.events('A2pStepCompleted');
      return String(steps.findLast(({ data }) => data['step'] === part)!.data['reference']);
    },
  };
}
async function addSister(agencyId: AgencyId) {
  count += 1;
  const businessId = BusinessId.parse(randomUUID());
  await world.commands.setup.createBusiness(world.system(), {
    businessId,
    agencyId,
    name: `Sister ${count}`,
    uniqueId: `sister-${count}`,
    currency: 'USD',
    timezone: 'America/Chicago',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  const { token } = await world.addUser('Business', agencyId, businessId);
  return shopOf({ agencyId, businessId, nth: count, token });
}
const cents = (units: number): number => units * 10_000;

test('a fee is agreed in its amount and charged once, whatever the verdict and however often it is gone on with', async () => {
  const shop = await addShop({ isFree: false });
  const { registrations } = world.sandbox;
  expect((await shop.proposal()).fee_payer).toBe('none');
  await shop.fund(100);
  expect(await shop.proposal()).toMatchObject({ fee_payer: 'agency', fees: { brand_low_volume: 450 } });

  const submit = (agreed: object) => shop.post('/businesses/a2p/brand', { ...shop.form, ...agreed });
  for (const agreed of [{}, { agreed_fee: 449 }]) {
    const { status, body } = await submit(agreed);
    expect([status, body.message]).toEqual([409, expect.stringContaining('$4.50')]);
  }
  expect((await submit({ agreed_fee: 450 })).status).toBe(402);
  expect(await shop.events('A2pBrandSubmitted')).toEqual([]);
  await shop.fund(10_000);
  expect((await submit({ agreed_fee: 450 })).status).toBe(200);
  const [agreed] = await shop.events('A2pFeeAgreed');
  expect(agreed).toMatchObject({
    data: { part: 'brand', what: 'brand-low-volume', cents: 450 },
    metadata: { actor: { kind: 'user' } },
  });
  expect(await shop.charges()).toEqual([]);

  // The carrier has the brand: several at once charge its fee, and one again.
  const isTaken = async () => (await shop.events('A2pStepCompleted')).some(({ data }) => data['step'] === 'brand');
  while (!(await isTaken())) await shop.advance();
  await Promise.allSettled([shop.advance(), shop.advance(), shop.advance()]);
  await shop.goOn();
  expect(await shop.charges()).toEqual([['brand-low-volume', cents(450)]]);
  expect(await shop.events('A2pFeeCharged')).toHaveLength(1);

  // Refused and corrected: nothing more, and nothing to agree to.
  registrations.decide(await shop.sid('brand'), 30795);
  await shop.goOn();
  expect((await submit({ legal_name: `${shop.form.legal_name} Inc.` })).status).toBe(200);
  await shop.goOn();
  registrations.decide(await shop.sid('brand'), null);
  await shop.goOn();
  expect(await shop.charges()).toHaveLength(1);

  const own = JSON.parse(JSON.stringify(campaign).replaceAll('Shop of North', shop.form.legal_name)) as typeof campaign;
  expect((await shop.post('/businesses/a2p/campaign', own)).status).toBe(409);
  expect((await shop.post('/businesses/a2p/campaign', { ...own, agreed_fee: 1500 })).status).toBe(200);
  await shop.goOn();
  expect(await shop.charges()).toEqual([
    ['brand-low-volume', cents(450)],
    ['campaign-vetting', cents(1500)],
  ]);
  const lines = await eventually(
    async () =>
      (await world.readModels.walletStatement(shop.payer, { page: 1, perPage: 10 })).data
        .map(presentLine)
        .filter(({ kind }) => kind === 'fee'),
    (found) => found.length === 2,
  );
  expect(lines).toMatchObject([
    { fee: 'campaign-vetting', units: -cents(1500), balance: cents(10_100 - 1950) },
    { fee: 'brand-low-volume', units: -cents(450), business: { name: expect.any(String) } },
  ]);
});

test('what is canceled before the carrier has it costs nothing', async () => {
  const shop = await addShop({ isFree: false });
  await shop.fund(10_000);
  const { body } = await shop.post('/businesses/a2p/brand', { ...shop.form, agreed_fee: 450 });
  expect((await shop.post('/businesses/a2p/cancel', { part: 'brand', id: body.data.id })).status).toBe(200);
  await shop.goOn();
  expect(await shop.charges()).toEqual([]);
});

test('an agreed fee is held: two at once do not spend the same money, and a request that is canceled lets go of it', async () => {
  const shop = await addShop({ isFree: false });
  const sister = await shop.addSister();
  await shop.fund(500);
  const wallet = () => world.commands.wallets.walletOf(shop.payer);
  const answers = await Promise.all(
    [shop, sister].map((one) => one.post('/businesses/a2p/brand', { ...one.form, agreed_fee: 450 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
  expect(await wallet()).toMatchObject({ wallet: cents(50), held: cents(450) });
  const [first, second] = answers[0]!.status === 200 ? [shop, sister] : [sister, shop];
  await second.goOn();
  expect(await second.events('A2pStepCompleted')).toEqual([]);

  const id = answers.find(({ status }) => status === 200)!.body.data.id;
  expect((await first.post('/businesses/a2p/cancel', { part: 'brand', id })).status).toBe(200);
  await Promise.all([first.advance(), first.advance()]);
  expect(await wallet()).toMatchObject({ wallet: cents(500), held: 0 });
  // The other one has it now, until the carrier has the brand.
  expect((await second.post('/businesses/a2p/brand', { ...second.form, agreed_fee: 450 })).status).toBe(200);
  expect(await wallet()).toMatchObject({ wallet: cents(50), held: cents(450) });
  await second.goOn();
  expect(await wallet()).toMatchObject({ wallet: cents(50), held: 0 });
  expect(await shop.charges()).toEqual([['brand-low-volume', cents(450)]]);
});

test('cut off before its fee is held, a request waits with the carrier for funds', async () => {
  const shop = await addShop({ isFree: false });
  await shop.fund(500);
  expect((await shop.post('/businesses/a2p/brand', { ...shop.form, agreed_fee: 450 })).status).toBe(200);
  // A sister's, whose process died after the request was noted; the wallet has $0.50 left.
  const sister = await shop.addSister();
  const { businessId, payer } = sister;
  const brandId = A2pBrandId.parse(randomUUID());
  const form = BrandForm.parse({
    ...brand,
    legalName: 'Sister',
    legalForm: brand.legal_form,
    companyType: brand.company_type,
    stockExchange: null,
    stockTicker: null,
    address: { ...brand, postalCode: brand.postal_code },
    representative: { ...brand, firstName: brand.first_name, lastName: brand.last_name },
  });
  const fee = { feeId: randomUUID(), what: 'brand-low-volume', cents: 450, payer, canPay: true } as const;
  const noted = withAgreement(submitBrand({ businessId, brandId, form }, A2pRegistration.initial), {
    fee,
    agreed: 450,
  });
  const tenant = { agencyId: payer.id, businessId };
  await world.store.append(streams.registrations(businessId), 'noStream', said(noted, tenant));
  expect((await sister.advance()).result.again).toBe('later');
  expect(await sister.events('A2pStepCompleted')).toEqual([]);
  expect((await sister.request()).missing_funds).toEqual({ cents: 450, payer: 'agency' });
  await shop.fund(1_000);
  await sister.goOn();
  expect((await sister.request()).missing_funds).toBeNull();
  expect((await sister.events('A2pFeeCharged')).length).toBe(1);
  await shop.goOn();
  expect(await shop.charges()).toHaveLength(2);
  expect((await world.commands.wallets.walletOf(shop.payer)).held).toBe(0);
});

test('a correction that the wallet has no funds for says so to the business and to operators, and goes on with the funds', async () => {
  const shop = await addShop({ isFree: false });
  const { businessId, payer } = shop;
  const tenant = { agencyId: payer.id, businessId };
  await shop.fund(450);
  expect((await shop.post('/businesses/a2p/brand', { ...shop.form, agreed_fee: 450 })).status).toBe(200);
  // Refused before the carrier has taken the brand: the money is free again, and is spent.
  const [submitted] = await shop.events('A2pBrandSubmitted');
  const brandId = A2pBrandId.parse(submitted!.data['brandId']);
  const refused = A2pBrandReviewed.create({
    businessId,
    brandId,
    state: 'refused',
    raw: 'refused',
    problems: [],
    externalId: null,
    identity: null,
    score: null,
    reportedAt: '2026-01-01T00:00:00Z',
  });
  await world.store.append(streams.registrations(businessId), 'any', said([refused], tenant));
  await shop.advance();
  await world.commands.wallets.adjustWallet(world.system(), {
    payer,
    currency: usd,
    adjustmentId: randomUUID(),
    units: ledgerAmount(-cents(100)),
    reason: 'Spent elsewhere',
  });
  const corrected = { ...shop.form, legal_name: `${shop.form.legal_name} Inc.` };
  expect((await shop.post('/businesses/a2p/brand', corrected)).status).toBe(200);
  await Promise.all([shop.advance(), shop.advance()]);
  expect((await shop.advance()).result.again).toBe('later');
  expect(await shop.events('A2pFeeUnfunded')).toHaveLength(1);
  expect(await shop.request()).toMatchObject({
    brand: { state: 'submitting' },
    missing_funds: { cents: 450, payer: 'agency' },
    blocked: { cure: 'Add funds for its fee.' },
  });

  const { token: admin } = await world.addUser('Admin', null, null);
  const queue = async (query = '') =>
    (await world.call<z.output<typeof A2pRequestList>>(admin, 'GET', `/admin/a2p?business_id=${businessId}${query}`))
      .body.data;
  const [row] = await eventually(queue, (rows) => rows[0]?.status === 'unfunded');
  expect(row).toMatchObject({
    id: brandId,
    waiting_for: 'business',
    reason: { text: 'The wallet doesn’t have the fee for the brand.', cure: 'Add funds to continue.' },
  });
  expect(await queue('&waiting_for=business&status=unfunded')).toHaveLength(1);
  expect(await queue('&waiting_for=carrier')).toEqual([]);

  // Its payer's funds have it gone on with, and no other's; also those that come while it is being gone on with.
  const { record } = registrationLooks(() => undefined);
  const noted = (events: readonly StoredEvent[]) => world.db.transaction().execute((trx) => record(events, trx));
  const funds = async () => (await world.store.read(streams.wallet(payer))).filter(({ type }) => type === 'FundsAdded');
  const look = sql`ops.registration_looks where business_id = ${businessId}`;
  const isDue = async () =>
    (await sql<{ due: boolean }>`select due_at <= now() as due from ${look}`.execute(world.db)).rows[0]?.due;
  const putOff = () =>
    sql`update ops.registration_looks set due_at = now() + interval '4 hours' where business_id = ${businessId}`.execute(
      world.db,
    );
  await noted(await shop.events('A2pFeeUnfunded'));
  await putOff();
  const [elsewhere] = await funds();
  await noted([{ ...elsewhere!, data: { ...elsewhere!.data, payer: { kind: 'business', id: randomUUID() } } }]);
  expect(await isDue()).toBe(false);
  await noted(await funds());
  expect(await isDue()).toBe(true);
  const { registrations } = world.commands;
  const advanceA2p: typeof registrations.advanceA2p = async (...given) => {
    const done = await registrations.advanceA2p(...given);
    await noted([{ ...elsewhere!, metadata: { ...elsewhere!.metadata, occurredAt: new Date().toISOString() } }]);
    return done;
  };
  const aside = createSetAside({ clock: { elapsed: () => 0 }, log: quietLog, part: 'registration' });
  const commands = { ...world.commands, registrations: { ...registrations, advanceA2p } };
  const settings = defaultRegistrar;
  await registerOnce({ db: world.db, commands, now: () => new Date(), settings, aside });
  expect(await isDue()).toBe(true);

  await shop.fund(200);
  await registerOnce({ db: world.db, commands: world.commands, now: () => new Date(), settings, aside });
  expect(await shop.events('A2pFeeFunded')).toHaveLength(1);
  expect(await shop.charges()).toEqual([['brand-low-volume', cents(450)]]);
  const { missing_funds: missing, timeline } = await shop.request();
  expect(missing).toBeNull();
  expect(timeline.map(({ state }) => state)).toEqual(expect.arrayContaining(['fee-unfunded', 'fee-funded']));
  await eventually(queue, (rows) => rows[0]?.status === 'in-review');
}, 60_000);

test('a payer with a free fee agrees to none and pays none', async () => {
  const shop = await addShop({ isFree: true });
  await shop.fund(10_000);
  expect((await shop.proposal()).fee_payer).toBe('none');
  expect((await shop.post('/businesses/a2p/brand', shop.form)).status).toBe(200);
  await shop.goOn();
  expect([await shop.events('A2pFeeAgreed'), await shop.charges()]).toEqual([[], []]);
});

test('the month’s statement, its files, the margins and the reports name the fees that the wallet was charged', async () => {
  const shop = await addShop({ isFree: false });
  await shop.fund(10_000);
  expect((await shop.post('/businesses/a2p/brand', { ...shop.form, agreed_fee: 450 })).status).toBe(200);
  await shop.goOn();
  const { id } = shop.payer;
  const { agency } = shop;
  const { token: admin } = await world.addUser('Admin', null, null);
  const [entry] = await eventually(
    () => world.readModels.chargedFees(shop.payer),
    (found) => found.length === 1,
  );
  const month = entry!.day.slice(0, 7);
  const read = async <T>(token: string, path: string): Promise<T> => {
    const { status, body } = await world.call<T>(token, 'GET', path);
    expect(status, path).toBe(200);
    return body;
  };
  const statementOf = (token: string, query = '') =>
    read<{ data: Statement }>(token, `/statements?month=${month}${query}`).then(({ data }) => data);
  const line = { what: 'brand-low-volume', month, reversed: false, quantity: 1, price: cents(450) };
  const ours = await statementOf(agency);
  expect(ours.fees).toMatchObject([{ ...line, carrier: null, resale: cents(450), margin: 0 }]);
  expect([ours.total.price, ours.businesses[0]!.price, ours.users.length]).toEqual([cents(450), cents(450), 1]);
  const theirs = await statementOf(admin, `&agency_id=${id}`);
  expect(theirs.fees).toMatchObject([{ ...line, carrier: cents(450), resale: null, margin: 0 }]);
  const margins = await read<{ data: TenantMargin[] }>(admin, `/statements/margins?month=${month}`);
  expect(margins.data.find((row) => row.id === id)).toMatchObject({
    carrier: cents(450),
    price: cents(450),
    margin: 0,
  });
  const csv = await read<string>(agency, `/statements/file?month=${month}&format=csv`);
  expect(csv).toContain(`,brand-low-volume,,,,1,0,,4.50,4.50,0`);
  const headers = { authorization: `Bearer ${agency}` };
  const url = `/api/v1/statements/file?month=${month}&format=pdf`;
  const paper = pdfText((await world.api.inject({ method: 'GET', url, headers })).rawPayload).join('|');
  expect(paper).toContain('Registration fees|What|Count|Your cost|You charge|Margin|SMS registration, brand|');
  const days = `date_range=${month}-01,${month}-28`;
  const report = (query: string) =>
    read<z.output<typeof BillingDetailRecords>>(agency, `/reports/bdr-list?${days}${query}`);
  expect((await report('&channel=registration')).data).toMatchObject([
    { channel: 'registration', fee: 'brand-low-volume', rate_id: null, for_month: null, price: cents(450) },
  ]);
  expect((await report('&channel=sms')).data).toEqual([]);
  expect((await report('&group_by=channel')).totals).toMatchObject([{ price: ours.total.price }]);

  // Booked back by an operator, it is a line of its own, and all of them agree again.
  await world.commands.wallets.reversePosting(world.system(), {
    payer: shop.payer,
    reversalId: randomUUID(),
    eventId: entry!.entryId,
    reason: 'Our mistake',
  });
  const after = await eventually(
    () => statementOf(agency),
    ({ fees }) => fees.length === 2,
  );
  expect(after.fees).toContainEqual(expect.objectContaining({ reversed: true, quantity: -1, price: -cents(450) }));
  const [funds, booked] = [cents(10_000), await world.commands.wallets.walletOf(shop.payer)];
  expect([after.total.price, booked.wallet]).toEqual([0, funds]);
}, 60_000);
