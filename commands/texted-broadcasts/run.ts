import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Broadcast, type ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import * as broadcasts from '../../domain/broadcasts/decide.ts';
import { BroadcastApprovalRequested, BroadcastDrafted, type BroadcastEvent } from '../../domain/broadcasts/events.ts';
import { broadcasterAt, Business } from '../../domain/businesses/business.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is, type Tenant } from '../../domain/kernel/event.ts';
import { BroadcastId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { quietHours } from '../../domain/sms/quiet-hours.ts';
import { streams } from '../../domain/streams.ts';
import { end, offer } from '../../domain/texted-broadcasts/decide.ts';
import {
  TextedBroadcastConfirmed,
  TextedBroadcastOffered,
  TextedBroadcastRequested,
} from '../../domain/texted-broadcasts/events.ts';
import { setupOf } from '../../domain/texted-broadcasts/setup.ts';
import { type Request, TextedBroadcast } from '../../domain/texted-broadcasts/texted-broadcast.ts';
import { confirmed, notSent, type Occasion, question, replyIdOf } from '../../domain/texted-broadcasts/words.ts';
import { couponProblem } from '../delivery/broadcast-coupons.ts';
import { standingOf } from '../broadcasts/own-broadcast.ts';
import { scheduleBroadcast } from '../broadcasts/run.ts';
import { type Call, command, execute } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { queueTo } from '../messages/queue.ts';

/** `recipients`: how many would get it, as the read models have it. */
const input = z.object({ contactId: ContactId, broadcastId: BroadcastId, recipients: z.number().int().nonnegative() });
type Given = z.output<typeof input>;
/** A request of which everything can still be read. */
type Legible = { readonly [F in keyof Request]: NonNullable<Request[F]> };

interface Asked {
  readonly request: Legible;
  readonly tenant: Tenant;
  readonly seen: readonly StoredEvent[];
  readonly business: Exclude<Business, { status: 'none' }>;
  /** They have opted out or were erased: nothing can be said to them, and nothing is sent for them. */
  readonly isGone: boolean;
  /** Why it may not be sent any more; null: it may. */
  readonly refusal: string | null;
}

/** What was asked for, and what has become of who asked; null: erased, or never asked. */
async function askedFor(world: CommandServices, { contactId, broadcastId, recipients }: Given): Promise<Asked | null> {
  const seen = await world.events.read(streams.textedBroadcast(contactId));
  const event = seen.find((one) => is(one, TextedBroadcastRequested) && one.data.broadcastId === broadcastId);
  if (event === undefined || !is(event, TextedBroadcastRequested)) return null;
  const request = event.data;
  const { body, name, phone } = request;
  if (body === null || name === null || phone === null) return null;
  const names = {
    business: streams.business(request.businessId),
    campaign: streams.campaign(request.campaignId),
    contact: streams.contact(contactId),
  };
  const found = await world.events.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  const campaign = stateOf(Campaign, found.get(names.campaign));
  const contact = stateOf(Contact, found.get(names.contact));
  if (business.status === 'none' || contact.status === 'none') return null;
  const refusal =
    broadcasterAt(business, phone) === undefined ? 'This phone is no longer on the list of broadcasters.'
    : campaign.status !== 'active' ? `The campaign with the keyword ${request.keyword} is no longer active.`
    : recipients === 0 ? `No one with the keyword ${request.keyword} can get it now: they opted out, or just got one.`
    : null;
  const isGone = contact.status === 'optedOut' || contact.status === 'erased';
  return { request: { ...request, body, name, phone }, tenant: event.metadata.tenant, seen, business, isGone, refusal };
}

/** Says it to the phone, once for each occasion. */
function tell(call: Call, { request }: Asked, occasion: Occasion, body: string) {
  const { businessId, contactId, broadcastId } = request;
  const messageId = replyIdOf(businessId, broadcastId, occasion);
  const text = { messageId, businessId, contactId, body, media: [], purpose: 'broadcaster-reply' as const };
  return queueTo(call, { ...text, notBefore: null });
}
/** What scheduling would say of it: that it goes out, that it waits for approval, or why it does not (a message). */
async function rehearse(world: CommandServices, { request, business, tenant }: Asked, recipients: number) {
  const { businessId, broadcastId } = request;
  const now = world.now();
  const drafted = BroadcastDrafted.create({
    broadcastId,
    businessId,
    setup: setupOf(request, business, now),
    from: null,
  });
  const broadcast = Broadcast.evolve(Broadcast.initial, drafted as BroadcastEvent) as ExistingBroadcast;
  const standing = {
    ...(await standingOf(world, businessId, tenant, recipients)),
    couponProblem: await couponProblem(world, broadcast, []),
  };
  try {
    const said = broadcasts.schedule({ startAt: now.toISOString(), now, standing, versions: [] }, broadcast);
    return { needsApproval: said.some((event) => is(event, BroadcastApprovalRequested)), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { needsApproval: false, problem: error.message };
  }
}

/** Tells the phone who would get what, and asks for the code. */
export const offerTextedBroadcast = command({
  input,
  by: ['system'],
  async run(call, given) {
    const { world, context } = call;
    const asked = await askedFor(world, given);
    if (asked === null) return { position: null, result: undefined };
    const { request, tenant, seen, business, isGone, refusal } = asked;
    const { broadcastId } = request;
    const { needsApproval, problem } =
      refusal === null ? await rehearse(world, asked, given.recipients) : { needsApproval: false, problem: refusal };
    const work = startUnitOfWork(world, context, { tenant });
    const now = world.now();
    const { events } = await work.change({
      stream: streams.textedBroadcast(request.contactId),
      aggregate: TextedBroadcast,
      seen,
      decide: (state) =>
        state.request?.broadcastId !== broadcastId ? []
        : isGone ? end('opted-out', state)
        : problem !== null ? end('refused', state)
        : offer({ broadcastId, recipients: given.recipients, now }, state),
    });
    if (events.length === 0 || isGone) return work.outcome(undefined);
    const offered = events.find((event) => is(event, TextedBroadcastOffered));
    const night = quietHours({ to: request.phone, at: now, fallbackZone: business.timezone }).kind === 'wait';
    await tell(
      call,
      asked,
      'question',
      offered === undefined ?
        notSent(problem ?? '')
      : question({
          body: request.body,
          recipients: given.recipients,
          needsApproval,
          night,
          code: world.identifiers.broadcastCode(broadcastId),
        }),
    );
    return work.outcome(undefined);
  },
});

/** Makes the broadcast that was confirmed, and has it go out as any other. */
export const sendTextedBroadcast = command({
  input,
  by: ['system'],
  async run(call, given) {
    const { world, context } = call;
    const asked = await askedFor(world, given);
    const nothing = { position: null, result: undefined };
    if (asked === null) return nothing;
    const { request, tenant, seen, business, isGone, refusal } = asked;
    const { businessId, broadcastId, contactId, name, phone } = request;
    const isConfirmed = seen.some((one) => is(one, TextedBroadcastConfirmed) && one.data.broadcastId === broadcastId);
    const told = await world.events.read(streams.message(replyIdOf(businessId, broadcastId, 'result')));
    if (!isConfirmed || isGone || told.length > 0) return nothing;
    if (refusal !== null) {
      await tell(call, asked, 'result', notSent(refusal));
      return nothing;
    }
    const work = startUnitOfWork(world, context, { tenant });
    const setup = setupOf(request, business, world.now());
    await work.change({
      stream: streams.broadcast(broadcastId),
      aggregate: Broadcast,
      decide: (current) =>
        broadcasts.draftTexted(
          { broadcastId, businessId, setup, from: null, texter: { contactId, name, phone } },
          current,
        ),
    });
    const commandId = uuidV5(namespaces.command, 'schedule-texted-broadcast', broadcastId);
    const { recipients } = given;
    let reply: string;
    try {
      await execute(scheduleBroadcast, { world, context: { ...context, commandId } }, { broadcastId, recipients });
      const broadcast = stateOf(Broadcast, await world.events.read(streams.broadcast(broadcastId)));
      reply = confirmed({ recipients, waits: broadcast.status === 'approval' });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      reply = notSent(error.message, 'It’s saved as a draft under Broadcasts.');
    }
    await tell(call, asked, 'result', reply);
    return work.outcome(undefined);
  },
});
