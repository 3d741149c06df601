import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { A2pBrandId, A2pCampaignId, BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import * as a2p from '../../domain/registrations/a2p/decide.ts';
import { brandFee } from '../../domain/registrations/a2p/fees.ts';
import { A2pPart, brandFields, campaignFields } from '../../domain/registrations/a2p/fields.ts';
import { streams } from '../../domain/streams.ts';
import { ownBusiness } from '../kernel/own-business.ts';
import { type CommandOutcome, peopleAndSystem } from '../kernel/caller.ts';
import { type Call, command, decision, question } from '../kernel/command.ts';
import { parse, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { asking, deskOf } from './account.ts';
import { checkBrand, checkCampaign } from './checks.ts';
import { dueFee, holdOrTakeBack } from './fees.ts';
import { checkPages } from './pages.ts';

const of = { businessId: BusinessId } as const;
/** In US cents: the fee that the person saw and agrees to; null: none. */
const agreed = { agreedFee: z.int().min(0).nullable().default(null) } as const;
async function ownStream(call: Call, input: { readonly businessId: BusinessId }) {
  const { tenant } = await ownBusiness(call, input);
  return { stream: streams.registrations(input.businessId), tenant };
}

/**
 * Submits or corrects the brand of a business. The id of a new one derives from the command, so that a repeat is the
 * same request. It is handed to the carrier by a worker. Throws `provider_unavailable` where there is no carrier.
 */
export const submitBrand = command({
  input: z.object({ ...of, ...agreed, ...brandFields }),
  by: peopleAndSystem,
  async run(call, { businessId, agreedFee, ...form }): Promise<CommandOutcome<{ brandId: string }>> {
    const { world, context } = call;
    const { business, tenant } = await ownBusiness(call, { businessId });
    await deskOf(world, business);
    checkBrand(form, business);
    const brandId = A2pBrandId.parse(uuidV5(namespaces.command, context.commandId, 'a2p-brand'));
    const fee = await dueFee(call, business, brandFee(form.kind));
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.registrations(businessId),
      aggregate: A2pRegistration,
      decide: (state) =>
        a2p.withAgreement(a2p.submitBrand({ businessId, brandId, form }, state), { fee, agreed: agreedFee }),
    });
    await holdOrTakeBack(call, business, fee?.feeId);
    const state = stateOf(A2pRegistration, await world.events.read(streams.registrations(businessId)));
    return work.outcome({ brandId: state.brand?.id ?? brandId });
  },
});

/** Submits a campaign, or edits one that was refused. `campaignId` null: a new one. */
export const submitCampaign = command({
  input: z.object({ ...of, ...agreed, campaignId: A2pCampaignId.nullable(), ...campaignFields }),
  by: peopleAndSystem,
  async run(call, given): Promise<CommandOutcome<{ campaignId: string }>> {
    const { businessId, campaignId: known, agreedFee, ...content } = given;
    const { world, context } = call;
    const { business, tenant } = await ownBusiness(call, { businessId });
    await deskOf(world, business);
    const { brand } = stateOf(A2pRegistration, await world.events.read(streams.registrations(businessId)));
    if (brand?.state === 'verified') await checkPages(world.pages, content);
    const campaignId = known ?? A2pCampaignId.parse(uuidV5(namespaces.command, context.commandId, 'a2p-campaign'));
    const fee = await dueFee(call, business, 'campaign-vetting');
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.registrations(businessId),
      aggregate: A2pRegistration,
      decide: (state) => {
        if (known !== null && !state.campaigns.has(known))
          throw new DomainError('not_found', 'This campaign does not exist.');
        if (state.brand !== null) checkCampaign(content, state.brand.content);
        return a2p.withAgreement(a2p.submitCampaign({ businessId, campaignId, content }, state), {
          fee,
          agreed: agreedFee,
        });
      },
    });
    await holdOrTakeBack(call, business, fee?.feeId);
    return work.outcome({ campaignId });
  },
});

/** Has the code texted once more to the mobile phone of a sole proprietor. A code too many costs nothing. */
export const resendA2pCode = command({
  input: z.object({ ...of, brandId: z.uuid().toLowerCase() }),
  by: peopleAndSystem,
  async run(call, { businessId, brandId }): Promise<CommandOutcome<undefined>> {
    const { world, context } = call;
    const { business, tenant } = await ownBusiness(call, { businessId });
    const stream = streams.registrations(businessId);
    const state = stateOf(A2pRegistration, await world.events.read(stream));
    // What can be refused is refused before the carrier is asked.
    a2p.resendCode({ businessId, brandId }, state);
    const { registrations, account } = await deskOf(world, business);
    await asking(() => registrations.resendCode(account, state.brand?.references['brand'] ?? ''));
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream,
      aggregate: A2pRegistration,
      decide: (now) => (now.brand?.state === 'in-review' ? a2p.resendCode({ businessId, brandId }, now) : []),
    });
    return work.outcome(undefined);
  },
});

/** Gives a brand or a campaign up that was refused, or that the carrier does not have yet. */
export const cancelA2p = decision({
  input: z.object({ ...of, part: A2pPart, partId: z.uuid().toLowerCase() }),
  by: peopleAndSystem,
  aggregate: A2pRegistration,
  at: ownStream,
  decide: a2p.cancel,
});

/** Notes what the carrier has taken of a part. */
export const completeA2pStep = decision({
  input: z.object({
    ...of,
    part: A2pPart,
    partId: z.uuid(),
    attempt: z.int().min(1),
    step: z.string(),
    reference: z.string().nullable(),
  }),
  by: ['system'],
  aggregate: A2pRegistration,
  at: ownStream,
  decide: a2p.completeStep,
});

/** What the verified brand of a business may text about, as the carrier says. */
export const a2pUseCases = question(
  async (world, context: Parameters<typeof ownBusiness>[0]['context'], given: { readonly businessId: string }) => {
    const businessId = parse(BusinessId, given.businessId);
    const { business } = await ownBusiness({ world, context }, { businessId });
    const { brand } = stateOf(A2pRegistration, await world.events.read(streams.registrations(businessId)));
    const { service, brand: reference } = brand?.references ?? {};
    if (brand?.state !== 'verified' || service === undefined || reference === undefined)
      throw new DomainError(
        'conflict',
        'The brand comes first. Use cases are asked of the carrier once it is verified.',
      );
    const { registrations, account } = await deskOf(world, business);
    return asking(() => registrations.useCases(account, service, reference));
  },
);
