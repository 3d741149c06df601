import { z } from 'zod';
import { BusinessId } from '../../domain/kernel/ids.ts';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import * as a2p from '../../domain/registrations/a2p/decide.ts';
import { A2pPart, prefixField } from '../../domain/registrations/a2p/fields.ts';
import { timelineOf } from '../../domain/registrations/a2p/timeline.ts';
import { whyClosed } from '../../domain/registrations/limits.ts';
import { Tollfree } from '../../domain/registrations/tollfree/tollfree.ts';
import { streams } from '../../domain/streams.ts';
import { publicAddress } from '../directory/public-address.ts';
import { ownBusiness } from '../kernel/own-business.ts';
import { type CommandContext, peopleAndSystem } from '../kernel/caller.ts';
import { hasDesk } from './account.ts';
import { feePayer } from './fees.ts';
import { type Call, decision, question } from '../kernel/command.ts';
import { type CommandServices, parse, stateOf } from '../kernel/unit-of-work.ts';

/** The registration of a business that the caller may know of. */
async function ownRegistration(call: Call, input: { readonly businessId: BusinessId }) {
  const { tenant } = await ownBusiness(call, input);
  return { stream: streams.registrations(input.businessId), tenant };
}
const common = { by: peopleAndSystem, aggregate: A2pRegistration, at: ownRegistration };
const of = { businessId: BusinessId } as const;

/** One value of a form as it was typed. */
const typed = z.union([z.string().max(5000), z.boolean(), z.null(), z.array(z.string().max(2000)).max(10)]);

export const saveA2pDraft = decision({
  ...common,
  input: z.object({
    ...of,
    part: A2pPart,
    content: z
      .record(z.string().max(40), typed)
      .refine((given) => Object.keys(given).length <= 40, 'A draft has at most 40 fields.')
      .nullable(),
  }),
  decide: a2p.saveDraft,
});

export const changeA2pPrefix = decision({
  ...common,
  input: z.object({ ...of, prefix: prefixField }),
  decide: a2p.changePrefix,
});

/** The name that the texts of a business begin with, and the address under which its public pages are. */
export const a2pPlace = question(
  async (world: CommandServices, context: CommandContext, given: { readonly businessId: string }) => {
    const businessId = parse(BusinessId, given.businessId);
    const { business } = await ownBusiness({ world, context }, { businessId });
    const { prefix } = stateOf(A2pRegistration, await world.events.read(streams.registrations(businessId)));
    return {
      prefix,
      business,
      feePayer: (await feePayer(world, business))?.kind ?? null,
      base: await publicAddress(world, business.agencyId),
      day: world.now().toISOString().slice(0, 10),
    };
  },
);

/** The name that the texts of a business begin with; null: with none. Of a business that the caller may look at. */
export const textPrefix = question(
  async (world: CommandServices, businessId: string): Promise<string | null> =>
    (await world.loadState(streams.registrations(BusinessId.parse(businessId)), A2pRegistration)).prefix,
);

/** The registration of a business as its stream has it, with all that happened to it. */
export const a2pRequest = question(
  async (world: CommandServices, context: CommandContext, given: { readonly businessId: string }) => {
    const businessId = parse(BusinessId, given.businessId);
    const { business } = await ownBusiness({ world, context }, { businessId });
    const stream = streams.registrations(businessId);
    const stored = await world.events.read(stream);
    const canRegister = await hasDesk(world, business);
    const registration = stateOf(A2pRegistration, stored);
    const blocked = canRegister ? await whyHeld(world, { businessId, business, registration }) : null;
    return { registration, timeline: timelineOf(stored), canRegister, blocked };
  },
);

interface Held {
  readonly businessId: BusinessId;
  readonly business: ExistingBusiness;
  readonly registration: A2pRegistration;
}
async function whyHeld(world: CommandServices, { businessId, business, registration }: Held) {
  // Numbers at Bandwidth are registered there.
  if (business.number === null || business.useBandwidth) return null;
  const tollfree = await world.loadState(streams.tollfree(businessId), Tollfree);
  return whyClosed({ number: business.number, a2p: registration, tollfree }, world.now());
}

/**
 * Why carriers would refuse texts of the number of a business, and what to do; null: they take them, or there is none.
 * `number`: of this one, while the business has it.
 */
export const numberBlocked = question(
  async (
    world: CommandServices,
    context: CommandContext,
    given: { readonly businessId: string; readonly number?: string },
  ) => {
    const businessId = parse(BusinessId, given.businessId);
    const { business } = await ownBusiness({ world, context }, { businessId });
    if (given.number !== undefined && given.number !== business.number) return null;
    if (business.number === null || !(await hasDesk(world, business))) return null;
    const registration = await world.loadState(streams.registrations(businessId), A2pRegistration);
    return whyHeld(world, { businessId, business, registration });
  },
);
