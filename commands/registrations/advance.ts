import { z } from 'zod';
import { RegistrationRefused, RegistrationUnavailable } from '../../adapters/registrations/port.ts';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { A2pBrandId, A2pCampaignId, BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type A2pFee, A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import * as a2p from '../../domain/registrations/a2p/decide.ts';
import type { A2pEvent } from '../../domain/registrations/a2p/events.ts';
import type { A2pPart, A2pProblem } from '../../domain/registrations/a2p/fields.ts';
import { type A2pWork, openFees, workOf } from '../../domain/registrations/a2p/steps.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandContext, type CommandOutcome, platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { type Desk, deskOf } from './account.ts';
import { holdFees, payFee } from './fees.ts';

interface At {
  readonly world: CommandServices;
  readonly context: CommandContext;
  readonly business: ExistingBusiness;
  readonly tenant: Tenant;
  readonly desk: Desk;
}

/**
 * Goes on with the registration of a business by what is due: a step to the carrier, or a look at what it has decided.
 * Repeated after any cut it goes on, and nothing is made or paid twice. `again`: nothing is due before a person or the
 * carrier acts (`null`), more is due at once (`now`), or the carrier is to be asked later (`later`). `settled`: what
 * it has decided is asked about as well. An operator only asks the carrier, about all of it: what is made there is made
 * by the worker alone.
 */
export const advanceA2p = command({
  input: z.object({ businessId: BusinessId, settled: z.boolean().default(false) }),
  by: platform,
  async run({ world, context }, { businessId, settled }): Promise<CommandOutcome<{ again: 'now' | 'later' | null }>> {
    const stream = streams.registrations(businessId);
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const tenant = { agencyId: business.agencyId, businessId };
    const state = stateOf(A2pRegistration, await world.events.read(stream));
    const number = await localNumberOf(world, business);
    const isWorker = context.caller.role === 'system';
    // The carrier takes its fee with the part: first the money is kept.
    const missing = isWorker ? await holdFees({ world, context }, state) : [];
    if (isWorker) await noteFees({ world, context, tenant, business }, state, missing);
    const unpaid = new Set<string | null>(missing.map(({ partId }) => partId));
    const due = workOf(state, number, { settled: settled || !isWorker }).filter(
      (work) => (isWorker || asks.has(work.kind)) && !unpaid.has(handedOver(work)),
    );
    const done = (again: 'now' | 'later' | null) => startUnitOfWork(world, context, { tenant }).outcome({ again });
    const later = workOf(state, number).length === 0 ? null : 'later';
    if (due.length === 0) return done(unpaid.size === 0 ? null : later);
    const desk = await deskOf(world, business).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'provider_unavailable') return null;
      throw error;
    });
    if (desk === null) return done(later);
    const at = { world, context, business, tenant, desk };
    const heldBy = state.brand?.references['account'];
    // Another account than the one it was submitted with knows nothing of it.
    const isElsewhere = heldBy !== undefined && heldBy !== desk.account.accountSid;
    let isNext = false;
    for (const work of due)
      if (!(isElsewhere && asks.has(work.kind)) && (await carryOut(at, work, number))) isNext = true;
    return done(isNext ? 'now' : later);
  },
});

/** Says which fees the wallet lacks, and which of those it has by now. */
async function noteFees(at: Omit<At, 'desk'>, state: A2pRegistration, missing: readonly A2pFee[]): Promise<void> {
  const { businessId } = at.business;
  for (const { fee, isHeld } of openFees(state)) {
    if (!isHeld) continue;
    const { feeId, attempt } = fee;
    const isThere = !missing.includes(fee);
    const note = (now: A2pRegistration) => a2p.noteFunds({ businessId, feeId, attempt, isThere }, now);
    if (note(state).length > 0) await append(at, `${feeId}/${attempt}/${isThere ? 'funded' : 'unfunded'}`, note);
  }
}

/** The part that a step hands to the carrier; null: it hands over none. */
const handedOver = (work: A2pWork): string | null =>
  work.kind === 'brand-step' ? work.brand.id
  : work.kind === 'campaign-step' ? work.campaign.id
  : null;
const asks: ReadonlySet<A2pWork['kind']> = new Set(['look-at-brand', 'look-at-campaign'] as const);

/** True: more may be due at once. */
async function carryOut(at: At, work: A2pWork, number: string | null): Promise<boolean> {
  const { desk, world, business } = at;
  const { registrations, account } = desk;
  const { businessId } = business;
  switch (work.kind) {
    case 'brand-step': {
      const { brand, step } = work;
      const { id, attempt, references, content } = brand;
      const held = references['account'];
      if (held !== undefined && held !== account.accountSid) return refuse(at, 'brand', id, attempt, otherAccount);
      const eventsUrl = (world.inboundSmsUrl ?? '').replace(/inbound$/, 'registrations');
      const email = content.representative?.email ?? business.email ?? '';
      return takeStep(at, 'brand', id, attempt, step, () =>
        registrations.brandStep(account, step, { id, attempt, references, content, email, eventsUrl }),
      );
    }
    case 'campaign-step': {
      const { brand, campaign, step } = work;
      const { id, attempt, content } = campaign;
      if (brand.references['account'] !== account.accountSid) return refuse(at, 'campaign', id, attempt, otherAccount);
      const state = stateOf(A2pRegistration, await world.events.read(streams.registrations(businessId)));
      // The service that was made with the brand, for its first campaign.
      const isFirst = [...state.campaigns.keys()][0] === id;
      const service = isFirst ? brand.references['service'] : undefined;
      const references = { ...(service === undefined ? {} : { service }), ...campaign.references };
      const brandReference = brand.references['brand']!;
      return takeStep(at, 'campaign', id, attempt, step, () =>
        registrations.campaignStep(account, step, { id, attempt, references, content, brandReference }),
      );
    }
    case 'look-at-brand': {
      const { brand, reference } = work;
      const report = await available(() => registrations.brand(account, reference));
      return append(at, `look-at-brand/${report.reportedAt}/${report.raw}`, (state) =>
        a2p.reportBrand({ businessId, brandId: brand.id, report }, state),
      );
    }
    case 'look-at-campaign': {
      const { campaign, service, reference } = work;
      const report = await available(() => registrations.campaign(account, service, reference));
      if (report === null) return false;
      return append(at, `look-at-campaign/${campaign.id}/${report.reportedAt}/${report.raw}`, (state) =>
        a2p.reportCampaign({ businessId, campaignId: campaign.id, report }, state),
      );
    }
    case 'charge': {
      const { fee } = work;
      await payFee(at, business, fee);
      return append(at, `charge/${fee.feeId}`, (state) => a2p.feeCharged({ businessId, feeId: fee.feeId }, state));
    }
    case 'join': {
      const { campaign, service } = work;
      if (number === null) return false;
      const reference = await available(() => registrations.join(account, service, number));
      if (reference === null) return false;
      const report = { state: 'pending', raw: 'assigned', problems: [], reportedAt: a2p.inSeconds(0) } as const;
      return append(at, `join/${campaign.id}/${number}`, (state) =>
        a2p.reportNumber({ businessId, campaignId: campaign.id, number: E164.parse(number), report }, state),
      );
    }
    default:
      return work satisfies never;
  }
}

/** A question that the carrier can't answer now is asked again later. */
async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistrationUnavailable || error instanceof RegistrationRefused)
      throw new DomainError('provider_unavailable', error.message);
    throw error;
  }
}

const otherAccount: A2pProblem = {
  code: null,
  message: 'The business uses another carrier account by now. Cancel this and start again.',
  fields: [],
};

async function takeStep(
  at: At,
  part: A2pPart,
  partId: string,
  attempt: number,
  step: string,
  work: () => Promise<string | null>,
): Promise<boolean> {
  const { businessId } = at.business;
  try {
    const reference = await work();
    await append(at, `${partId}/${attempt}/${step}`, (state) =>
      a2p.completeStep({ businessId, part, partId, attempt, step, reference }, state),
    );
  } catch (error) {
    if (error instanceof RegistrationUnavailable) throw new DomainError('provider_unavailable', error.message);
    if (!(error instanceof RegistrationRefused)) throw error;
    return refuse(at, part, partId, attempt, { code: error.code, message: error.message, fields: [...error.fields] });
  }
  return true;
}

/** What the carrier does not take is as good as refused by a reviewer: a person corrects it. */
async function refuse(at: At, part: A2pPart, partId: string, attempt: number, problem: A2pProblem): Promise<boolean> {
  const { businessId } = at.business;
  await append(at, `${partId}/${attempt}/refused`, (state) => {
    const one = a2p.partOf(state, part, partId);
    if (one?.attempt !== attempt) return [];
    const after = Date.parse(one.after ?? one.reportedAt ?? '1970-01-01T00:00:00Z') + 1_000;
    const reportedAt = a2p.inSeconds(Math.max(at.world.now().getTime(), after));
    const report = { state: 'refused', raw: 'refused', problems: [problem], reportedAt } as const;
    return part === 'brand' ?
        a2p.reportBrand(
          {
            businessId,
            brandId: A2pBrandId.parse(partId),
            report: { ...report, externalId: null, identity: null, score: null },
          },
          state,
        )
      : a2p.reportCampaign(
          {
            businessId,
            campaignId: A2pCampaignId.parse(partId),
            report: { ...report, externalId: null, attClass: null, attPerMinute: null, tmobileTier: null },
          },
          state,
        );
  });
  return false;
}

/** Named by what it is, so that a repeat after a crash is the same command. True: it was news. */
async function append(
  { world, context, tenant, business }: Omit<At, 'desk'>,
  name: string,
  decide: (state: A2pRegistration) => readonly A2pEvent[],
): Promise<boolean> {
  const commandId = uuidV5(namespaces.command, 'a2p', business.businessId, name);
  const work = startUnitOfWork(world, context, { tenant, commandId });
  const { events, repeated } = await work.change({
    stream: streams.registrations(business.businessId),
    aggregate: A2pRegistration,
    decide,
  });
  return events.length > 0 && !repeated;
}

/** The number that a business texts from, unless it is toll-free: those are verified another way. */
async function localNumberOf(world: CommandServices, { businessId, number }: ExistingBusiness): Promise<string | null> {
  if (number === null) return null;
  const events = await world.events.read(streams.business(businessId));
  const assigned = events.findLast(({ type, data }) => type === 'BusinessNumberAssigned' && data['number'] === number);
  return assigned?.data['isTollFree'] === true || !number.startsWith('+1') ? null : number;
}
