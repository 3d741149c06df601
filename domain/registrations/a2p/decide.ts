import { held, same } from '../../kernel/edit.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { A2pBrandId, A2pCampaignId, BusinessId } from '../../kernel/ids.ts';
import { formatMoney, usd } from '../../kernel/money.ts';
import type { E164 } from '../../sms/values.ts';
import type { A2pBrand, A2pCampaign, A2pFee, A2pRegistration } from './registration.ts';
import {
  A2pBrandReviewed,
  A2pBrandSubmitted,
  A2pCampaignReviewed,
  A2pCampaignSubmitted,
  A2pCanceled,
  A2pCodeResent,
  A2pDraftSaved,
  type A2pEvent,
  A2pFeeAgreed,
  A2pFeeCharged,
  A2pFeeFunded,
  A2pFeeUnfunded,
  A2pNumberReviewed,
  A2pPrefixChanged,
  A2pStepCompleted,
  RegistrationRequired,
} from './events.ts';
import {
  type A2pBrandForm,
  type A2pCampaignContent,
  type A2pNumberState,
  type A2pPart,
  type A2pProblem,
  type A2pState,
  mostBrandAttempts,
  storedCampaign,
} from './fields.ts';

interface Of {
  readonly businessId: BusinessId;
}
const conflict = (message: string) => new DomainError('conflict', message);
const missing = () => new DomainError('not_found', 'This request does not exist.');

/** Keeps what was typed; saving the same again is no news. */
export function saveDraft(
  { businessId, part, content }: Of & { part: A2pPart; content: Readonly<Record<string, unknown>> | null },
  { drafts }: A2pRegistration,
): readonly A2pEvent[] {
  if (same(drafts[part] ?? null, content)) return [];
  return [A2pDraftSaved.create({ businessId, part, content: content as Record<string, never> | null })];
}

export const changePrefix = (
  { businessId, prefix }: Of & { prefix: string | null },
  registration: A2pRegistration,
): readonly A2pEvent[] => (registration.prefix === prefix ? [] : [A2pPrefixChanged.create({ businessId, prefix })]);

/**
 * Submits a brand, or corrects the one that was refused. The kind of a brand is fixed with its first submission, and the
 * carrier takes three corrections (21724 after that).
 */
export function submitBrand(
  { businessId, brandId, form }: Of & { brandId: A2pBrandId; form: A2pBrandForm },
  { brand }: A2pRegistration,
): readonly A2pEvent[] {
  if (brand === null || brand.state === 'canceled')
    return [A2pBrandSubmitted.create({ businessId, brandId, attempt: 1, ...form })];
  if (brand.state !== 'refused')
    throw conflict(
      brand.state === 'verified' ?
        'This business is registered already.'
      : 'The brand is being reviewed. You can correct it when the review is over.',
    );
  if (brand.attempt >= mostBrandAttempts)
    throw conflict('The carrier takes no more corrections of this brand. Cancel it and start another one.');
  if (form.kind !== brand.content.kind) {
    const message = 'The kind of a submitted brand can’t change. Cancel it and start another one.';
    throw new DomainError('validation_failed', message, { kind: [message] });
  }
  if (Object.entries(form).every(([field, value]) => same(value, brand.content[field as keyof A2pBrandForm])))
    throw new DomainError('validation_failed', 'Change what the carrier refused, then submit again.');
  return [A2pBrandSubmitted.create({ businessId, brandId: brand.id, attempt: brand.attempt + 1, ...form })];
}

/** The one use case of sole proprietors, in the carrier's word. */
export const soleProprietorUseCase = 'SOLE_PROPRIETOR';

/** The carrier was asked to text the code to the mobile phone of a sole proprietor again. */
export function resendCode(
  { businessId, brandId }: Of & { brandId: string },
  { brand }: A2pRegistration,
): readonly A2pEvent[] {
  if (brand?.id !== brandId) throw missing();
  if (brand.content.kind !== 'sole-proprietor') throw conflict('Only sole proprietors confirm a mobile phone.');
  if (brand.state !== 'in-review') throw conflict('The carrier is not waiting for an answer to a code.');
  return [A2pCodeResent.create({ businessId, brandId: brand.id, attempt: brand.attempt })];
}

/** What of a campaign can't change once the carrier has it. */
export const lockedInCampaign = [
  'useCase',
  'optInKeywords',
  'optInMessage',
  'helpMessage',
  'optOutMessage',
] as const satisfies readonly (keyof A2pCampaignContent)[];

/** Submits a campaign of a verified brand, or edits one that was refused in its place. */
export function submitCampaign(
  { businessId, campaignId, content }: Of & { campaignId: A2pCampaignId; content: A2pCampaignContent },
  { brand, campaigns }: A2pRegistration,
): readonly A2pEvent[] {
  if (brand?.state !== 'verified')
    throw conflict('The brand comes first. You can submit a campaign once it is verified.');
  const written = held(content, storedCampaign);
  const before = campaigns.get(campaignId);
  const isSole = brand.content.kind === 'sole-proprietor';
  if (isSole && [...campaigns.values()].some(({ id, state }) => id !== campaignId && state !== 'canceled'))
    throw conflict('A sole proprietor has one campaign. Cancel the other one first.');
  if (isSole !== (written.useCase === soleProprietorUseCase)) {
    const message = isSole ? 'Choose the use case of sole proprietors.' : 'This use case is for sole proprietors only.';
    throw new DomainError('validation_failed', message, { useCase: [message] });
  }
  if (before === undefined || before.state === 'canceled')
    return [A2pCampaignSubmitted.create({ businessId, brandId: brand.id, campaignId, attempt: 1, ...written })];
  if (before.state !== 'refused') throw conflict('The carrier has this campaign. You can edit it if it is refused.');
  const isThere = before.references['campaign'] !== undefined;
  const locked = lockedInCampaign.find((field) => isThere && !same(written[field], before.content[field]));
  if (locked !== undefined) {
    const message = 'The carrier does not let this be changed in a campaign that it has.';
    throw new DomainError('validation_failed', message, { [locked]: [message] });
  }
  if (same(written, before.content))
    throw new DomainError('validation_failed', 'Change what the carrier refused, then submit again.');
  const { brandId, attempt } = before;
  return [A2pCampaignSubmitted.create({ businessId, brandId, campaignId, attempt: attempt + 1, ...written })];
}

export const noFunds = () =>
  new DomainError('insufficient_funds', 'The wallet doesn’t have enough funds for the fee. Add funds to continue.');
/** What is charged for a part that is submitted. */
export type DueFee = Pick<A2pFee, 'feeId' | 'what' | 'cents' | 'payer'> & {
  /** The wallet has as much now: once the carrier has the part, it takes its fee in any case. */
  readonly canPay: boolean;
};
/**
 * What is submitted for the first time comes with the agreement to its fee; a correction costs nothing more. `agreed`: the
 * amount that the person saw. `fee` null: nothing is charged.
 */
export function withAgreement(
  events: readonly A2pEvent[],
  { fee, agreed }: { readonly fee: DueFee | null; readonly agreed: number | null },
): readonly A2pEvent[] {
  if (fee === null) return events;
  return events.flatMap((event): readonly A2pEvent[] => {
    const isBrand = event.type === 'A2pBrandSubmitted';
    if ((!isBrand && event.type !== 'A2pCampaignSubmitted') || event.data.attempt > 1) return [event];
    if (agreed !== fee.cents) {
      const amount = formatMoney({ amount: fee.cents, currency: usd });
      throw conflict(`The carriers’ fee is ${amount}. Check it and submit again to agree.`);
    }
    if (!fee.canPay) throw noFunds();
    const { businessId } = event.data;
    const { canPay: _, ...terms } = fee;
    const partId = isBrand ? event.data.brandId : event.data.campaignId;
    return [event, A2pFeeAgreed.create({ businessId, part: isBrand ? 'brand' : 'campaign', partId, ...terms })];
  });
}

/** The wallet has paid. Hearing it twice is no news. */
export function feeCharged(
  { businessId, feeId }: Of & { feeId: string },
  { fees }: A2pRegistration,
): readonly A2pEvent[] {
  const fee = fees.get(feeId);
  if (fee === undefined || fee.isCharged) return [];
  const { part, partId, cents } = fee;
  return [A2pFeeCharged.create({ businessId, feeId, part, partId, cents })];
}

/** Whether the wallet has the fee of an attempt. Only what is new is said: nothing of a fee that was there at once. */
export function noteFunds(
  { businessId, feeId, attempt, isThere }: Of & { feeId: string; attempt: number; isThere: boolean },
  { fees }: A2pRegistration,
): readonly A2pEvent[] {
  const fee = fees.get(feeId);
  if (fee?.attempt !== attempt || fee.isDue || fee.lacksFunds === !isThere) return [];
  const { part, partId, cents, payer } = fee;
  return [(isThere ? A2pFeeFunded : A2pFeeUnfunded).create({ businessId, feeId, part, partId, attempt, cents, payer })];
}

/** The part with this id, or undefined. */
export const partOf = (
  { brand, campaigns }: A2pRegistration,
  part: A2pPart,
  partId: string,
): A2pBrand | A2pCampaign | undefined =>
  part === 'brand' ?
    brand?.id === partId ?
      brand
    : undefined
  : campaigns.get(partId as A2pCampaignId);

/** From when the number of a business has to be registered. `number`, `from` null: it has none that has to be. */
export function requireRegistration(
  { businessId, number, from }: Of & { number: E164 | null; from: string | null },
  { required }: A2pRegistration,
): readonly A2pEvent[] {
  if (number === null || from === null)
    return required === null ? [] : [RegistrationRequired.create({ businessId, number: required.number, from: null })];
  return same(required, { number, from }) ? [] : [RegistrationRequired.create({ businessId, number, from })];
}

/** Gives up what was refused, or what the carrier does not have yet. What was paid is not refunded. */
export function cancel(
  { businessId, part, partId }: Of & { part: A2pPart; partId: string },
  registration: A2pRegistration,
): readonly A2pEvent[] {
  const one = partOf(registration, part, partId);
  if (one === undefined) throw missing();
  if (one.state === 'canceled') return [];
  if (one.state !== 'refused' && one.state !== 'submitting')
    throw conflict('The carrier has this already. It can’t be canceled now.');
  return [A2pCanceled.create({ businessId, part, partId })];
}

/** Notes what the carrier has taken. Hearing it twice is no news; what was canceled or corrected since is left alone. */
export function completeStep(
  given: Of & { part: A2pPart; partId: string; attempt: number; step: string; reference: string | null },
  registration: A2pRegistration,
): readonly A2pEvent[] {
  const one = partOf(registration, given.part, given.partId);
  if (one?.attempt !== given.attempt || one.done.includes(given.step)) return [];
  return [A2pStepCompleted.create(given)];
}

export interface Report<State = A2pState> {
  readonly state: State;
  readonly raw: string;
  readonly problems: readonly A2pProblem[];
  /** ISO 8601. The carrier's own instant, in whole seconds: one of its channels has no finer ones. */
  readonly reportedAt: string;
}

const order: Readonly<Record<A2pState | A2pNumberState, number>> = {
  submitting: 0,
  pending: 0,
  'in-review': 1,
  failed: 2,
  refused: 2,
  verified: 3,
  registered: 3,
  unregistered: 4,
  suspended: 4,
  canceled: 5,
};
/** Of two reports of one second the further one counts, so that every order of them ends the same. */
function isNews(
  report: Report<A2pState | A2pNumberState>,
  known: {
    readonly state: A2pState | A2pNumberState;
    readonly reportedAt: string | null;
    readonly after?: string | null;
  },
): boolean {
  if (known.state === 'canceled') return false;
  const at = Date.parse(report.reportedAt);
  const { after = null, reportedAt } = known;
  if (after !== null && at <= Date.parse(after)) return false;
  if (reportedAt === null) return true;
  const last = Date.parse(reportedAt);
  return at > last || (at === last && order[report.state] > order[known.state]);
}

export const inSeconds = (at: Date | string | number): string =>
  new Date(Math.floor(new Date(at).getTime() / 1000) * 1000).toISOString();

export interface BrandReport extends Report {
  readonly externalId: string | null;
  readonly identity: string | null;
  readonly score: number | null;
}
/** One order of reports or another, from callbacks or polls: the state is that of the newest. */
export function reportBrand(
  { businessId, brandId, report }: Of & { brandId: A2pBrandId; report: BrandReport },
  { brand }: A2pRegistration,
): readonly A2pEvent[] {
  if (brand?.id !== brandId || !isNews(report, brand)) return [];
  return [
    A2pBrandReviewed.create({
      businessId,
      brandId,
      ...report,
      externalId: report.externalId ?? brand.externalId,
      identity: report.identity ?? brand.identity,
      score: report.score ?? brand.score,
      problems: [...report.problems],
    }),
  ];
}

export interface CampaignReport extends Report {
  readonly externalId: string | null;
  readonly attClass: string | null;
  readonly attPerMinute: number | null;
  readonly tmobileTier: string | null;
}
export function reportCampaign(
  { businessId, campaignId, report }: Of & { campaignId: A2pCampaignId; report: CampaignReport },
  { campaigns }: A2pRegistration,
): readonly A2pEvent[] {
  const campaign = campaigns.get(campaignId);
  if (campaign === undefined) return [];
  const isTierNews =
    report.attClass !== null &&
    campaign.attClass === null &&
    report.state === campaign.state &&
    report.reportedAt === campaign.reportedAt;
  if (!isTierNews && !isNews(report, campaign)) return [];
  return [
    A2pCampaignReviewed.create({
      businessId,
      campaignId,
      ...report,
      externalId: report.externalId ?? campaign.externalId,
      attClass: report.attClass ?? campaign.attClass,
      attPerMinute: report.attPerMinute ?? campaign.attPerMinute,
      tmobileTier: report.tmobileTier ?? campaign.tmobileTier,
      problems: [...report.problems],
    }),
  ];
}

export function reportNumber(
  {
    businessId,
    campaignId,
    number,
    report,
  }: Of & { campaignId: A2pCampaignId; number: E164; report: Report<A2pNumberState> },
  { campaigns, numbers }: A2pRegistration,
): readonly A2pEvent[] {
  if (!campaigns.has(campaignId)) return [];
  const known = numbers.get(number);
  if (known !== undefined && !isNews(report, known)) return [];
  return [A2pNumberReviewed.create({ businessId, campaignId, number, ...report, problems: [...report.problems] })];
}
