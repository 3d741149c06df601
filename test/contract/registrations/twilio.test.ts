import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRegistrations } from '../../../adapters/registrations/index.ts';
import {
  RegistrationRefused,
  type Registrations,
  RegistrationUnavailable,
} from '../../../adapters/registrations/port.ts';
import {
  type BrandStep,
  brandStepsOf,
  type CampaignStep,
  campaignSteps,
} from '../../../domain/registrations/a2p/steps.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { brandForm, campaignContent, soleForm } from '../../unit/domain/registrations/fixtures.ts';

let sandbox: Sandbox;
let registrations: Registrations;
const account = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'token-of-the-first' };
const number = '+15125550177';
/** Reviewers decide when the test says so. */
const never = 90 * 86_400_000;

beforeAll(async () => {
  sandbox = await startSandbox({
    accounts: [{ sid: account.accountSid, authToken: account.authToken }],
    numbers: [{ number, accountSid: account.accountSid, smsUrl: null }],
    behaviour: { registration: { brandMs: never, campaignMs: never, numberMs: never, everyMs: 0 } },
  });
  registrations = createRegistrations({ baseUrl: sandbox.url, timeoutMs: 5_000, paceMs: 0 });
});
afterAll(() => sandbox.close());

/** Hands a brand or a campaign to the carrier; `twice`: each answer was lost once, and the step is repeated. */
async function brand(
  id: string,
  given: {
    form?: typeof brandForm;
    attempt?: number;
    references?: Record<string, string>;
    twice?: boolean;
    by?: Registrations;
  } = {},
) {
  const { form = brandForm, attempt = 1, twice = false } = given;
  const references = { ...given.references };
  const work = () => ({
    id,
    attempt,
    references,
    content: form,
    email: 'ops@example.test',
    eventsUrl: 'http://127.0.0.1:9/events',
  });
  for (const step of brandStepsOf({ content: form }))
    await take(step, twice, references, (one: BrandStep) =>
      (given.by ?? registrations).brandStep(account, one, work()),
    );
  return references;
}
async function campaign(
  id: string,
  references: Record<string, string>,
  given: { content?: typeof campaignContent; attempt?: number; twice?: boolean } = {},
) {
  const { content = campaignContent, attempt = 1, twice = false } = given;
  const own = {
    service: references['service']!,
    ...(references['campaign'] ? { campaign: references['campaign'] } : {}),
  };
  const work = () => ({ id, attempt, references: own, content, brandReference: references['brand']! });
  for (const step of campaignSteps)
    await take(step, twice, own, (one: CampaignStep) => registrations.campaignStep(account, one, work()));
  return own as { service: string; campaign: string };
}
async function take<S extends string>(
  step: S,
  twice: boolean,
  references: Record<string, string>,
  work: (step: S) => Promise<string | null>,
) {
  const first = await work(step);
  const found = twice ? await work(step) : first;
  if (found !== null) references[step] = found;
}
const count = (kind: Parameters<Sandbox['registrations']['list']>[0]) => sandbox.registrations.list(kind).length;

const heldBrand = (reference: string) =>
  sandbox.registrations.list('brand').find(({ sid }) => sid === reference)?.fields;

describe('a brand', () => {
  it('is made of eleven parts, and verified by a reviewer', async () => {
    const references = await brand('first');
    expect(await registrations.brand(account, references['brand']!)).toMatchObject({
      state: 'in-review',
      raw: 'PENDING',
      problems: [],
    });
    sandbox.registrations.decide(references['brand']!, null);
    expect(await registrations.brand(account, references['brand']!)).toMatchObject({
      state: 'verified',
      raw: 'APPROVED',
      identity: 'VERIFIED',
      score: 52,
      externalId: expect.stringMatching(/^B/),
    });
  });

  it('is made and paid for once, however many answers were lost', async () => {
    const before = [count('brand'), count('profile'), count('service')];
    await brand('lost', { twice: true });
    expect([count('brand'), count('profile'), count('service')]).toEqual(before.map((was) => was + 1));
  });

  it('is refused in words about our own fields, and corrected in its place', async () => {
    const references = await brand('refused');
    sandbox.registrations.decide(references['brand']!, 30795);
    const refused = await registrations.brand(account, references['brand']!);
    expect(refused).toMatchObject({ state: 'refused', problems: [{ code: '30795', fields: ['ein', 'legalName'] }] });
    const brands = count('brand');
    const again = await brand('refused', {
      references,
      attempt: 2,
      form: { ...brandForm, legalName: 'Bella Pizza LLC' },
      twice: true,
    });
    expect(again['brand']).toBe(references['brand']);
    expect(count('brand')).toBe(brands);
    const next = await registrations.brand(account, references['brand']!);
    expect(next.state).toBe('in-review');
    expect(Date.parse(next.reportedAt)).toBeGreaterThan(Date.parse(refused.reportedAt));
    // Each resubmission is one: the fifth in all is refused (21724).
    for (const attempt of [3, 4]) {
      sandbox.registrations.decide(references['brand']!, 30795);
      await brand('refused', { references: again, attempt, twice: true });
    }
    sandbox.registrations.decide(references['brand']!, 30795);
    await expect(brand('refused', { references: again, attempt: 5 })).rejects.toThrow('too often');
  });

  it('of a public company needs its ticker, before anything is paid', async () => {
    const brands = count('brand');
    const form = { ...brandForm, companyType: 'public', stockExchange: 'NYSE', stockTicker: null } as const;
    const refused = await brand('public', { form }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RegistrationRefused);
    expect(refused).toMatchObject({ fields: ['stockTicker'] });
    expect(count('brand')).toBe(brands);
  });
});

describe('a campaign', () => {
  it('is offered the carrier’s use cases, joined by a number, and verified with its tiers', async () => {
    const references = await brand('with campaign');
    sandbox.registrations.decide(references['brand']!, null);
    expect(await registrations.useCases(account, references['service']!, references['brand']!)).toContainEqual({
      code: 'MIXED',
      name: 'Mixed',
      description: 'Mixed',
      needsMore: false,
    });
    const own = await campaign('c1', references, { twice: true });
    const joined = await registrations.join(account, own.service, number);
    expect(await registrations.join(account, own.service, number)).toBe(joined);
    expect(await registrations.join(account, own.service, '+15125550199')).toBeNull();
    expect(await registrations.campaign(account, own.service, own.campaign)).toMatchObject({
      state: 'in-review',
      raw: 'IN_PROGRESS',
      attClass: null,
    });
    sandbox.registrations.decide(own.campaign, 30909);
    expect(await registrations.campaign(account, own.service, own.campaign)).toMatchObject({
      state: 'refused',
      problems: [{ code: '30909', fields: ['flow'] }],
    });
    const flow = `${campaignContent.flow} Reply STOP to opt out.`;
    const campaigns = count('campaign');
    await campaign('c1', { ...references, ...own }, { attempt: 2, content: { ...campaignContent, flow }, twice: true });
    expect(count('campaign')).toBe(campaigns);
    sandbox.registrations.decide(own.campaign, null);
    expect(await registrations.campaign(account, own.service, own.campaign)).toMatchObject({
      state: 'verified',
      attClass: 'C',
      attPerMinute: 2400,
      tmobileTier: 'UPPER_MID',
    });
    expect(sandbox.registrations.list('sender')).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ a2p: 'pending' }) }),
    );
    expect(await registrations.campaign(account, own.service, `QE${'0'.repeat(32)}`)).toBeNull();
  });

  it('of a brand that is not approved is refused', async () => {
    const references = await brand('too early');
    await expect(campaign('c2', references)).rejects.toThrow('not approved');
  });
});

describe('a sole proprietor', () => {
  const sole = { ...campaignContent, useCase: 'SOLE_PROPRIETOR' };
  it('is registered without a company, answers a code, and has one campaign with one number', async () => {
    const before = count('brand');
    const references = await brand('sole', { form: soleForm, twice: true });
    expect(count('brand')).toBe(before + 1);
    expect(references).not.toHaveProperty('business');
    const reference = references['brand']!;
    expect(heldBrand(reference)).toMatchObject({ brand_type: 'SOLE_PROPRIETOR', codes_sent: 1 });
    await registrations.resendCode(account, reference);
    expect(heldBrand(reference)).toMatchObject({ codes_sent: 2 });
    sandbox.registrations.decide(reference, null);
    await expect(registrations.resendCode(account, reference)).rejects.toThrow(RegistrationRefused);
    expect(await registrations.brand(account, reference)).toMatchObject({ state: 'verified' });
    const useCases = await registrations.useCases(account, references['service']!, reference);
    expect(useCases.map(({ code }) => code)).toEqual(['SOLE_PROPRIETOR']);

    await expect(campaign('s0', references)).rejects.toThrow('does not exist');
    const own = await campaign('s1', references, { content: sole, twice: true });
    await expect(campaign('s2', { brand: reference, service: '' }, { content: sole })).rejects.toThrow();
    sandbox.registrations.decide(own.campaign, null);
    expect(await registrations.campaign(account, own.service, own.campaign)).toMatchObject({
      attClass: 'W',
      attPerMinute: 15,
    });
  });

  it('with a brand of another kind has no code to be sent', async () => {
    const references = await brand('not sole');
    await expect(registrations.resendCode(account, references['brand']!)).rejects.toThrow(RegistrationRefused);
  });
});

describe('the carrier', () => {
  it('answers one call a second about brands; waiting for a turn keeps to that', async () => {
    const slow = await startSandbox({
      accounts: [{ sid: account.accountSid, authToken: account.authToken }],
      behaviour: { registration: { everyMs: 1_000 } },
    });
    try {
      const paced = createRegistrations({ baseUrl: slow.url, timeoutMs: 5_000, paceMs: 1_050 });
      const hasty = createRegistrations({ baseUrl: slow.url, timeoutMs: 5_000, paceMs: 0 });
      const { brand: made } = await brand('paced', { by: paced });
      const both = (port: Registrations) => Promise.allSettled([1, 2, 3].map(() => port.brand(account, made!)));
      expect((await both(paced)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
      expect((await both(hasty)).map(({ status }) => status)).toContain('rejected');
    } finally {
      await slow.close();
    }
  });

  it('that is away is not a refusal', async () => {
    const away = createRegistrations({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 1_000, paceMs: 0 });
    await expect(
      away.brandStep(account, 'profile', {
        id: 'x',
        attempt: 1,
        references: {},
        content: brandForm,
        email: 'a@b.test',
        eventsUrl: 'http://127.0.0.1:9',
      }),
    ).rejects.toThrow(RegistrationUnavailable);
  });
});
