import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { SubmitA2pCampaign } from '../../../api/contract/registrations.ts';
import { campaignFormOf } from '../../../api/present/registrations.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';
import { brand, campaign, soleProprietor } from './forms.ts';
import { shopOf, verifiedShop } from './shop.ts';

/** From a bought number to a verified campaign, over HTTP and against the carrier's stand-in. */
let world: ProvidersWorld;
beforeAll(async () => {
  world = await createProvidersWorld();
});
afterAll(() => world.close());

const addShop = (name: string, number: string) => shopOf(world, name, number);

test('a business is led from a bought number to a verified campaign, refused once on the way', async () => {
  const { registrations } = world.sandbox;
  const north = await addShop('North', '+14155550150');
  expect(await north.request()).toMatchObject({ stage: 'brand', can_register: true, brand: null });
  expect((await north.post('/businesses/a2p/campaign', campaign)).status).toBe(409);

  const submitted = await north.post('/businesses/a2p/brand', brand);
  expect(submitted.status).toBe(200);
  await north.until(({ brand: one }) => one?.state === 'in-review');
  const statusOfNumber = () => world.readModels.business(north.businessId).then((one) => one?.numberStatus);
  await eventually(statusOfNumber, (status) => status === 'in-progress');
  registrations.decide(await north.sid('brand'), 30795);
  const refused = await north.until(({ brand: one }) => one?.state === 'refused');
  expect(refused.brand?.problems).toMatchObject([{ code: '30795', fields: ['ein', 'legal_name'] }]);

  const correction = await north.post('/businesses/a2p/brand', { ...brand, legal_name: 'Shop of North Inc.' });
  expect(correction.body.data.id).toBe(submitted.body.data.id);
  await north.until(({ brand: one }) => one?.state === 'in-review' && one.attempt === 2);
  registrations.decide(await north.sid('brand'), null);
  const verified = await north.until(({ brand: one }) => one?.state === 'verified');
  expect(verified.stage).toBe('campaign');
  expect(verified.timeline.find(({ attempt }) => attempt === 2)?.changes).toEqual([
    { field: 'legal_name', was: 'Shop of North LLC', now: 'Shop of North Inc.' },
  ]);

  const useCases = await world.call<{ data: { code: string }[] }>(north.token, 'GET', '/businesses/a2p/use-cases');
  expect(useCases.body.data.map(({ code }) => code)).toContain('MIXED');
  // Pages that reviewers can't open are refused before the carrier hears of the campaign.
  const pages = createSafeHttp({ resolver: () => Promise.reject(new Error('No such host.')) });
  await expect(
    world
      .commandsWith({ pages })
      .registrations.submitCampaign(world.system(), {
        businessId: BusinessId.parse(north.businessId),
        ...campaignFormOf(SubmitA2pCampaign.parse(campaign)),
      }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { privacyUrl: [expect.stringContaining('can’t be opened')] },
  });
  await pages.close();
  expect((await north.post('/businesses/a2p/campaign', campaign)).status).toBe(200);
  await north.until(({ campaigns }) => campaigns[0]?.state === 'in-review');
  registrations.decide(await north.sid('campaign'), null);
  const done = await north.until(({ campaigns, numbers }) => campaigns[0]?.att_class === 'C' && numbers.length === 1);
  expect(done).toMatchObject({ stage: 'numbers', numbers: [{ number: '+14155550150', state: 'pending' }] });
  const sender = registrations.list('sender').find(({ fields }) => fields['phone_number'] === '+14155550150')!;
  registrations.decide(sender.sid, null);
  await north.until(({ stage }) => stage === 'done');
  await eventually(statusOfNumber, (status) => status === 'completed');

  // Nothing was made twice.
  for (const kind of ['brand', 'campaign'] as const) expect(registrations.list(kind)).toHaveLength(1);
  const rows = await world.call<{ data: { state: string }[] }>(
    north.token,
    'GET',
    `/businesses/a2p/campaigns-by-brand/${submitted.body.data.id}`,
  );
  expect(rows.body.data).toMatchObject([
    { state: 'verified', att_class: 'C', att_per_minute: 2400, tmobile_tier: 'UPPER_MID' },
  ]);
  const byEin = (token: string) => world.call(token, 'GET', '/businesses/a2p/brand-by-ein/12-3456780');
  expect((await byEin(north.token)).body).toMatchObject({ data: { state: 'verified', attempt: 2 } });

  // Another tenant finds neither.
  const south = await addShop('South', '+14155550151');
  expect((await byEin(south.token)).status).toBe(404);
  const foreign = `/businesses/a2p/campaigns-by-brand/${submitted.body.data.id}`;
  expect((await world.call(south.token, 'GET', foreign)).status).toBe(404);
  const cancel = { part: 'brand', id: submitted.body.data.id };
  expect((await south.post('/businesses/a2p/cancel', cancel)).status).toBe(404);
});

test('what reviewers refuse is refused before a fee, at the field that changes it', async () => {
  const west = await addShop('West', '+14155550152');
  const before = world.sandbox.registrations.list('brand').length;
  const wrong = { ...brand, legal_form: 'sole-proprietorship', stock_ticker: 'NRTH', ein: '111111111' };
  const { status, body } = await west.post('/businesses/a2p/brand', wrong);
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['ein', 'legal_form', 'stock_ticker']]);
  expect((await west.request()).brand).toBeNull();
  expect(world.sandbox.registrations.list('brand')).toHaveLength(before);
});

test('a sole proprietor confirms a mobile phone, and is led to a registered number', async () => {
  const { registrations } = world.sandbox;
  const sole = await addShop('Sole', '+14155550155');
  const withEin = await sole.post('/businesses/a2p/brand', { ...soleProprietor, ein: '12-3456790' });
  expect([withEin.status, Object.keys(withEin.body.errors)]).toEqual([422, ['ein']]);
  const form = { ...soleProprietor, legal_name: 'Shop of Sole' };
  const submitted = await sole.post('/businesses/a2p/brand', form);
  expect(submitted.status).toBe(200);
  const { id } = submitted.body.data;
  await sole.until(({ brand: one }) => one?.state === 'in-review');

  const reference = await sole.sid('brand');
  const codes = () => registrations.list('brand').find(({ sid }) => sid === reference)?.fields['codes_sent'];
  expect(codes()).toBe(1);
  expect((await sole.post('/businesses/a2p/code', { id })).status).toBe(200);
  expect(codes()).toBe(2);
  const other = await addShop('Other', '+14155550156');
  expect((await other.post('/businesses/a2p/code', { id })).status).toBe(404);
  expect(codes()).toBe(2);

  registrations.decide(await sole.sid('brand'), null);
  const verified = await sole.until(({ brand: one }) => one?.state === 'verified');
  expect(verified.timeline.map(({ state }) => state)).toContain('code-sent');
  expect((await sole.post('/businesses/a2p/code', { id })).status).toBe(409);
  const own = {
    ...campaign,
    use_case: 'SOLE_PROPRIETOR',
    description: 'The Shop of Sole sends offers and order updates to customers who opted in.',
    samples: campaign.samples.map((sample) => sample.replace('North', 'Sole')),
    opt_in_message: campaign.opt_in_message.replace('North', 'Sole'),
  };
  const mixed = await sole.post('/businesses/a2p/campaign', { ...own, use_case: 'MIXED' });
  expect([mixed.status, Object.keys(mixed.body.errors)]).toEqual([422, ['use_case']]);
  expect((await sole.post('/businesses/a2p/campaign', own)).status).toBe(200);
  await sole.until(({ campaigns }) => campaigns[0]?.state === 'in-review');
  expect((await sole.post('/businesses/a2p/campaign', own)).status).toBe(409);
  registrations.decide(await sole.sid('campaign'), null);
  await sole.until(({ campaigns, numbers }) => campaigns[0]?.att_class === 'W' && numbers.length === 1);
});

test('a brand that the carrier loses is found by asking, without a callback', async () => {
  const { registrations } = world.sandbox;
  const east = await addShop('East', '+14155550153');
  world.sandbox.carrier.configure({ registration: { lossRate: 1 } });
  try {
    await east.post('/businesses/a2p/brand', { ...brand, ein: '12-3456781', legal_name: 'Shop of East' });
    await east.until(({ brand: one }) => one?.state === 'in-review');
    registrations.decide(await east.sid('brand'), null);
    await world.commands.registrations.advanceA2p(world.system(), { businessId: BusinessId.parse(east.businessId) });
    await east.until(({ brand: one }) => one?.state === 'verified');
  } finally {
    world.sandbox.carrier.configure({ registration: { lossRate: 0 } });
  }
});

test('a suspension that the carriers lift is found by asking, without a callback', async () => {
  const { registrations } = world.sandbox;
  const shop = await verifiedShop(world, 'Held', '+14155550157', '12-3456783');
  const sid = await shop.sid('campaign');
  registrations.suspend(sid);
  await shop.until(({ campaigns }) => campaigns[0]?.state === 'suspended');
  world.sandbox.carrier.configure({ registration: { lossRate: 1 } });
  try {
    registrations.decide(sid, null);
    await world.commands.registrations.advanceA2p(world.system(), { businessId: BusinessId.parse(shop.businessId) });
    await shop.until(({ campaigns }) => campaigns[0]?.state === 'verified');
  } finally {
    world.sandbox.carrier.configure({ registration: { lossRate: 0 } });
  }
});

describe('a draft', () => {
  test('is kept as it was typed, until it is submitted', async () => {
    const shop = await addShop('Draft', '+14155550154');
    const draft = { part: 'brand', content: { legal_name: 'Shop', kind: 'low-volume' } };
    expect((await shop.post('/businesses/a2p/draft', draft)).status).toBe(200);
    expect((await shop.request()).drafts.brand).toEqual(draft.content);
    await shop.post('/businesses/a2p/brand', { ...brand, ein: '12-3456782', legal_name: 'Draft Shop' });
    expect((await shop.request()).drafts.brand).toBeNull();
  });
});
