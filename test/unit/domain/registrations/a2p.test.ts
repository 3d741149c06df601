import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import type { A2pEvent } from '../../../../domain/registrations/a2p/events.ts';
import { A2pRegistration, stageOf } from '../../../../domain/registrations/a2p/registration.ts';
import {
  type BrandReport,
  type CampaignReport,
  cancel,
  completeStep,
  type DueFee,
  feeCharged,
  inSeconds,
  noteFunds,
  reportBrand,
  reportCampaign,
  reportNumber,
  resendCode,
  saveDraft,
  submitBrand,
  submitCampaign,
  withAgreement,
} from '../../../../domain/registrations/a2p/decide.ts';
import { requestStatusOf } from '../../../../domain/registrations/a2p/request.ts';
import {
  brandSteps,
  brandStepsOf,
  campaignSteps,
  openFees,
  workOf,
} from '../../../../domain/registrations/a2p/steps.ts';
import { timelineOf } from '../../../../domain/registrations/a2p/timeline.ts';
import { A2pCampaignId } from '../../../../domain/kernel/ids.ts';
import { Payer } from '../../../../domain/payments/payer.ts';
import { E164 } from '../../../../domain/sms/values.ts';
import { brandForm, brandId, businessId, campaignContent, campaignId, soleForm } from './fixtures.ts';

type Decide = (state: A2pRegistration) => readonly A2pEvent[];
/** What several decisions one after the other append. */
function history(...decisions: readonly Decide[]): readonly A2pEvent[] {
  const events: A2pEvent[] = [];
  for (const decide of decisions) events.push(...decide(fold(A2pRegistration, events)));
  return events;
}
const after = (...decisions: readonly Decide[]) => fold(A2pRegistration, history(...decisions));

const submitted: Decide = (state) => submitBrand({ businessId, brandId, form: brandForm }, state);
const corrected =
  (legalName: string): Decide =>
  (state) =>
    submitBrand({ businessId, brandId, form: { ...brandForm, legalName } }, state);
const at = (second: number) => inSeconds(Date.UTC(2026, 0, 1, 12, 0, second));
const report = (state: BrandReport['state'], second: number, raw: string = state): BrandReport => ({
  state,
  raw,
  problems: state === 'refused' ? [{ code: '30795', message: 'The EIN does not match.', fields: ['ein'] }] : [],
  reportedAt: at(second),
  externalId: null,
  identity: null,
  score: null,
});
const reported =
  (...given: Parameters<typeof report>): Decide =>
  (state) =>
    reportBrand({ businessId, brandId, report: report(...given) }, state);
const verified = reported('verified', 9);
const campaign: Decide = (state) => submitCampaign({ businessId, campaignId, content: campaignContent }, state);
const campaignReported =
  (state: CampaignReport['state'], second: number): Decide =>
  (registration) =>
    reportCampaign(
      {
        businessId,
        campaignId,
        report: {
          state,
          raw: state,
          problems: [],
          reportedAt: at(second),
          externalId: null,
          attClass: state === 'verified' ? 'E' : null,
          attPerMinute: state === 'verified' ? 240 : null,
          tmobileTier: state === 'verified' ? 'LOW' : null,
        },
      },
      registration,
    );

const took =
  (part: 'brand' | 'campaign', partId: string, step: string): Decide =>
  (state) =>
    completeStep({ businessId, part, partId, attempt: 1, step, reference: step }, state);

describe('the reports of a carrier', () => {
  it('lead to the state of the newest, in whatever order and however often they come', () => {
    const all = [reported('in-review', 1), reported('refused', 2), reported('in-review', 3), reported('verified', 4)];
    const orders = (rest: readonly Decide[]): readonly (readonly Decide[])[] =>
      rest.length === 0 ?
        [[]]
      : rest.flatMap((one, index) => orders(rest.toSpliced(index, 1)).map((others) => [one, ...others]));
    for (const order of orders(all)) {
      expect(after(submitted, ...order, ...order).brand?.state).toBe('verified');
    }
  });

  it('of one second end the same in either order', () => {
    for (const order of [
      [reported('in-review', 2), reported('refused', 2)],
      [reported('refused', 2), reported('in-review', 2)],
    ])
      expect(after(submitted, ...order).brand?.state).toBe('refused');
  });

  it('about an attempt that was corrected since are not believed', () => {
    const late = after(submitted, reported('refused', 5), corrected('Bellas Pizza'), reported('refused', 5));
    expect(late.brand).toMatchObject({ state: 'submitting', attempt: 2, problems: [] });
    expect(
      after(submitted, reported('refused', 5), corrected('Bellas Pizza'), reported('in-review', 6)).brand,
    ).toMatchObject({ state: 'in-review', attempt: 2 });
  });

  it('bring nothing back that was canceled', () => {
    const canceled: Decide = (state) => cancel({ businessId, part: 'brand', partId: brandId }, state);
    expect(after(submitted, canceled, reported('verified', 5)).brand?.state).toBe('canceled');
  });
});

describe('a brand', () => {
  it('is not submitted twice while it is reviewed, nor when it is registered', () => {
    expect(() => after(submitted, submitted)).toThrow('is being reviewed');
    expect(() => after(submitted, verified, submitted)).toThrow('registered already');
  });

  it('is corrected three times, with something changed, in its own kind', () => {
    const refused = [submitted, reported('refused', 1)];
    expect(() => after(...refused, submitted)).toThrow('Change what the carrier refused');
    expect(() =>
      after(...refused, (state) =>
        submitBrand({ businessId, brandId, form: { ...brandForm, kind: 'standard' } }, state),
      ),
    ).toThrow('can’t change');
    const often = [2, 3, 4].flatMap((n) => [corrected(`Bella ${n}`), reported('refused', n)]);
    expect(after(...refused, ...often).brand?.attempt).toBe(4);
    expect(() => after(...refused, ...often, corrected('Bella 5'))).toThrow('no more corrections');
  });

  it('keeps the carrier’s ids when it is corrected, and does its steps once more', () => {
    const step: Decide = (state) =>
      completeStep({ businessId, part: 'brand', partId: brandId, attempt: 1, step: 'brand', reference: 'BN1' }, state);
    const again = after(submitted, step, step, reported('refused', 1), corrected('Bella'));
    expect(again.brand).toMatchObject({ references: { brand: 'BN1' }, done: [] });
    expect(history(submitted, step, step)).toHaveLength(2);
    // A step of the attempt before says nothing of this one.
    expect(after(submitted, reported('refused', 1), corrected('Bella'), step).brand?.done).toEqual([]);
  });

  it('forgets its draft once it is submitted', () => {
    const draft: Decide = (state) => saveDraft({ businessId, part: 'brand', content: { legal_name: 'Bel' } }, state);
    expect(after(draft).drafts.brand).toEqual({ legal_name: 'Bel' });
    expect(history(draft, draft)).toHaveLength(1);
    expect(after(draft, submitted).drafts.brand).toBeUndefined();
  });
});

describe('a campaign', () => {
  it('waits for its brand', () => {
    expect(() => after(submitted, campaign)).toThrow('The brand comes first');
    expect(after(submitted, verified, campaign).campaigns.get(campaignId)?.state).toBe('submitting');
  });

  it('is edited in place once it was refused, but for what the carrier keeps', () => {
    const there: Decide = (state) =>
      completeStep(
        { businessId, part: 'campaign', partId: campaignId, attempt: 1, step: 'campaign', reference: 'QE1' },
        state,
      );
    const refused = [submitted, verified, campaign, there, campaignReported('refused', 20)];
    const edited =
      (change: object): Decide =>
      (state) =>
        submitCampaign({ businessId, campaignId, content: { ...campaignContent, ...change } }, state);
    expect(() => after(...refused, edited({ useCase: 'MARKETING' }))).toThrow('does not let this be changed');
    expect(
      after(...refused, edited({ flow: `${campaignContent.flow} See our site.` })).campaigns.get(campaignId),
    ).toMatchObject({ attempt: 2, state: 'submitting', references: { campaign: 'QE1' } });
  });

  it('tells what carriers take of it', () => {
    expect(
      after(
        submitted,
        verified,
        campaign,
        campaignReported('in-review', 10),
        campaignReported('verified', 11),
      ).campaigns.get(campaignId),
    ).toMatchObject({ attClass: 'E', attPerMinute: 240, tmobileTier: 'LOW' });
  });
});

it('is done when a number of a verified campaign is registered', () => {
  const number: Decide = (state) =>
    reportNumber(
      {
        businessId,
        campaignId,
        number: E164.parse('+15125550100'),
        report: { state: 'registered', raw: 'successful', problems: [], reportedAt: at(30) },
      },
      state,
    );
  const all = [submitted, verified, campaign, campaignReported('verified', 11)] as const;
  expect(stageOf(after())).toBe('brand');
  expect(stageOf(after(submitted, verified))).toBe('campaign');
  expect(stageOf(after(...all))).toBe('numbers');
  expect(stageOf(after(...all, number))).toBe('done');
});

it('asks the carrier again about what it suspended, so that its next word isn’t missed', () => {
  const work = (...decisions: readonly Decide[]) => workOf(after(...decisions), null).map(({ kind }) => kind);
  const brandTaken = [submitted, ...brandSteps.map((step) => took('brand', brandId, step))];
  expect(work(...brandTaken, verified)).toEqual([]);
  expect(work(...brandTaken, reported('suspended', 9))).toEqual(['look-at-brand']);
  const taken = [...brandTaken, verified, campaign, ...campaignSteps.map((step) => took('campaign', campaignId, step))];
  expect(work(...taken, campaignReported('verified', 12))).toEqual([]);
  expect(work(...taken, campaignReported('suspended', 12))).toEqual(['look-at-campaign']);
});

it('asks about what was decided when it is to, as far as the carrier has it', () => {
  const settled = (...decisions: readonly Decide[]) =>
    workOf(after(...decisions), null, { settled: true }).map(({ kind }) => kind);
  const brandTaken = [submitted, ...brandSteps.map((step) => took('brand', brandId, step))];
  expect(settled(submitted, reported('refused', 9))).toEqual([]);
  expect(settled(...brandTaken, reported('refused', 9))).toEqual(['look-at-brand']);
  expect(settled(...brandTaken, verified)).toEqual(['look-at-brand']);
  const taken = [...brandTaken, verified, campaign, ...campaignSteps.map((step) => took('campaign', campaignId, step))];
  for (const state of ['verified', 'refused'] as const)
    expect(settled(...taken, campaignReported(state, 12))).toEqual(['look-at-brand', 'look-at-campaign']);
});

describe('a fee', () => {
  const payer = Payer.parse({ kind: 'business', id: businessId });
  const fee = { feeId: brandId, what: 'brand-low-volume', cents: 450, payer, canPay: true } as const;
  const paid =
    (decide: Decide, agreed: number | null, given: DueFee | null = fee): Decide =>
    (state) =>
      withAgreement(decide(state), { fee: given, agreed });
  const charges = (...decisions: readonly Decide[]) =>
    workOf(after(...decisions), null).filter(({ kind }) => kind === 'charge').length;

  it('is agreed with the first submission, in its amount, by a wallet that has as much', () => {
    expect(history(paid(submitted, 450)).map(({ type }) => type)).toEqual(['A2pBrandSubmitted', 'A2pFeeAgreed']);
    expect(() => history(paid(submitted, null))).toThrow('$4.50');
    expect(() => history(paid(submitted, 450, { ...fee, canPay: false }))).toThrow('enough funds');
    expect(history(paid(submitted, null, null))).toHaveLength(1);
    const correction = history(paid(submitted, 450), reported('refused', 1), paid(corrected('Bella'), null)).slice(3);
    expect(correction.map(({ type }) => type)).toEqual(['A2pBrandSubmitted']);
  });

  it('is held while its part is handed over: not once it was refused before that, nor canceled or taken', () => {
    const open = (...decisions: readonly Decide[]) =>
      openFees(after(paid(submitted, 450), ...decisions)).map(({ fee: { attempt }, isHeld }) => [attempt, isHeld]);
    const canceled: Decide = (state) => cancel({ businessId, part: 'brand', partId: brandId }, state);
    expect(open()).toEqual([[1, true]]);
    expect(open(took('brand', brandId, 'profile'))).toEqual([[1, true]]);
    expect(open(reported('refused', 1))).toEqual([[1, false]]);
    expect(open(reported('refused', 1), paid(corrected('Bella'), null))).toEqual([[2, true]]);
    expect(open(canceled)).toEqual([[1, false]]);
    expect(open(took('brand', brandId, 'brand'))).toEqual([]);
  });

  it('that the wallet lacks is said once for each attempt, and is what the request waits for until it is there', () => {
    const noted =
      (isThere: boolean, attempt: number): Decide =>
      (state) =>
        noteFunds({ businessId, feeId: fee.feeId, attempt, isThere }, state);
    const first = paid(submitted, 450);
    const kinds = (...decisions: readonly Decide[]) => history(first, ...decisions).flatMap(({ type }) => type);
    expect(kinds(noted(true, 1))).not.toContain('A2pFeeFunded');
    expect(kinds(noted(false, 1), noted(false, 1)).filter((type) => type === 'A2pFeeUnfunded')).toHaveLength(1);
    expect(kinds(noted(false, 1), noted(true, 1)).at(-1)).toBe('A2pFeeFunded');
    expect(kinds(took('brand', brandId, 'brand'), noted(false, 1))).not.toContain('A2pFeeUnfunded');
    const status = (...decisions: readonly Decide[]) => requestStatusOf(after(first, ...decisions), brandId);
    expect(status(noted(false, 1))).toBe('unfunded');
    expect(status(noted(false, 1), noted(true, 1))).toBe('submitting');
    const again = [noted(false, 1), reported('refused', 1), paid(corrected('Bella'), null)];
    expect(status(...again.slice(0, 2))).toBe('refused');
    expect(status(...again)).toBe('submitting');
    expect(status(...again, noted(false, 1))).toBe('submitting');
    expect(status(...again, noted(false, 2))).toBe('unfunded');
  });

  it('is due once the carrier has the brand, until it was charged', () => {
    const charged: Decide = (state) => feeCharged({ businessId, feeId: fee.feeId }, state);
    const taken = [paid(submitted, 450), took('brand', brandId, 'brand')];
    expect(charges(paid(submitted, 450), took('brand', brandId, 'profile'))).toBe(0);
    expect(charges(...taken)).toBe(1);
    const canceled: Decide = (state) => cancel({ businessId, part: 'brand', partId: brandId }, state);
    expect(charges(...taken, reported('refused', 1), canceled)).toBe(1);
    expect(charges(...taken, charged)).toBe(0);
    expect(history(...taken, charged, charged).filter(({ type }) => type === 'A2pFeeCharged')).toHaveLength(1);
  });
});

it('shows what differs between attempts', () => {
  const metadata = { occurredAt: at(0), actor: { kind: 'system', name: 'test' } };
  const stored = history(submitted, reported('refused', 1), corrected('Bella')).map((event) => ({
    ...event,
    metadata,
  }));
  expect(timelineOf(stored).map(({ state, changes }) => [state, changes])).toEqual([
    ['submitted', []],
    ['refused', []],
    ['submitted', [{ field: 'legalName', was: 'Bella’s Pizza LLC', now: 'Bella' }]],
  ]);
});

describe('a sole proprietor', () => {
  const sole: Decide = (state) => submitBrand({ businessId, brandId, form: soleForm }, state);
  const soleCampaign =
    (id = campaignId, useCase = 'SOLE_PROPRIETOR'): Decide =>
    (state) =>
      submitCampaign({ businessId, campaignId: id, content: { ...campaignContent, useCase } }, state);
  const other = A2pCampaignId.parse('2b1f0c5a-6a0e-4f4e-9d7e-0c9f6f5d0009');
  it('is handed over without a company', () => {
    const { brand } = after(sole);
    expect(brandStepsOf(brand!)).not.toContain('business');
    expect(brandStepsOf(after(submitted).brand!)).toContain('business');
  });

  it('has one campaign, of its own use case', () => {
    expect(() => after(sole, verified, soleCampaign(campaignId, 'MIXED'))).toThrow('use case of sole proprietors');
    expect(() => after(submitted, verified, soleCampaign())).toThrow('for sole proprietors only');
    expect(() => after(sole, verified, soleCampaign(), soleCampaign(other))).toThrow('has one campaign');
    const canceled: Decide = (state) => cancel({ businessId, part: 'campaign', partId: campaignId }, state);
    expect(after(sole, verified, soleCampaign(), canceled, soleCampaign(other)).campaigns.size).toBe(2);
  });

  it('has one number: another one does not join while it is there', () => {
    const number =
      (given: string, state: 'registered' | 'unregistered'): Decide =>
      (registration) =>
        reportNumber(
          {
            businessId,
            campaignId,
            number: E164.parse(given),
            report: { state, raw: state, problems: [], reportedAt: at(state === 'registered' ? 20 : 21) },
          },
          registration,
        );
    const ready: Decide[] = [
      sole,
      verified,
      soleCampaign(),
      took('campaign', campaignId, 'service'),
      took('campaign', campaignId, 'campaign'),
      campaignReported('verified', 12),
      number('+15125550100', 'registered'),
    ];
    const joins = (state: A2pRegistration) => workOf(state, '+15125550101').filter(({ kind }) => kind === 'join');
    expect(joins(after(...ready))).toEqual([]);
    expect(joins(after(...ready, number('+15125550100', 'unregistered')))).toHaveLength(1);
    const standard = [submitted, verified, campaign, ...ready.slice(3)];
    expect(joins(after(...standard))).toHaveLength(1);
  });

  it('has the code sent again only while the carrier waits for an answer', () => {
    const resent: Decide = (state) => resendCode({ businessId, brandId }, state);
    expect(() => after(sole, resent)).toThrow('not waiting');
    expect(() => after(submitted, reported('in-review', 5), resent)).toThrow('Only sole proprietors');
    expect(() => after(sole, verified, resent)).toThrow('not waiting');
    const stored = history(sole, reported('in-review', 5), resent);
    expect(stored.at(-1)).toMatchObject({ type: 'A2pCodeResent', data: { brandId, attempt: 1 } });
  });
});
