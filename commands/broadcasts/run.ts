import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Broadcast, type ExistingBroadcast, type Run } from '../../domain/broadcasts/broadcast.ts';
import { checkContent } from '../../domain/broadcasts/check.ts';
import * as decide from '../../domain/broadcasts/decide.ts';
import { PausedBy } from '../../domain/broadcasts/fields.ts';
import { nextOccurrence, startOf } from '../../domain/broadcasts/schedule.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BroadcastId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { linksIn } from '../../domain/links/shorten.ts';
import { unpaidNote } from '../../domain/limits/needs.ts';
import { streams } from '../../domain/streams.ts';
import { winnerOf } from '../../domain/broadcasts/winner.ts';
import { people, peopleAndSystem } from '../kernel/caller.ts';
import { type Call, command, decision, execute } from '../kernel/command.ts';
import { standingOf as payerStandingOf } from '../directory/payer-standing.ts';
import { registerLinks } from '../links/register.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { couponProblem } from '../delivery/broadcast-coupons.ts';
import { unregisteredNote } from '../delivery/registration.ts';
import { anyBroadcast, ownBroadcast, standingOf } from './own-broadcast.ts';
import { versionsOf, versionsWithLinks } from './versions.ts';

const ofBroadcast = z.object({ broadcastId: BroadcastId });
const natural = z.number().int().nonnegative();

/**
 * It goes out when its schedule says, at once for “now”; above the agency's size it waits for approval.
 * `recipients`: how many would be written to, as the server has just counted; null: nobody has.
 */
export const scheduleBroadcast = command({
  input: ofBroadcast.extend({ recipients: z.number().int().min(0).nullable() }),
  by: peopleAndSystem,
  async run(call, { broadcastId, recipients }) {
    const { world, context } = call;
    const { stream, seen, broadcast, businessId, tenant } = await ownBroadcast(call, { broadcastId });
    const standsNow = await standingOf(world, businessId, tenant, recipients);
    const now = world.now();
    const work = startUnitOfWork(world, context, { tenant });
    checkContent(broadcast.setup, standsNow.customFields);
    const versions = await versionsOf(world, work, broadcast, tenant, standsNow);
    const standing = { ...standsNow, couponProblem: await couponProblem(world, broadcast, versions) };
    await work.change({
      stream,
      aggregate: Broadcast,
      seen,
      decide: (current) => {
        const { setup } = decide.existing(current);
        if (isDeepStrictEqual(setup.contents, broadcast.setup.contents) === false)
          throw new DomainError('conflict', 'Someone changed this broadcast in the meantime. Review it again.');
        const startAt = startOf(setup.schedule, standing.timezone, now);
        if (startAt === null || (setup.schedule.kind !== 'now' && Date.parse(startAt) < now.getTime() - graceMs)) {
          const message = 'This time is over. Choose a later one.';
          throw new DomainError('validation_failed', message, { schedule: [message] });
        }
        return decide.schedule({ startAt, now, standing, versions }, current);
      },
    });
    return work.outcome(undefined);
  },
});
/** A form that was opened in time may be sent a little late. */
const graceMs = 5 * 60_000;

const own = { input: ofBroadcast, by: people, aggregate: Broadcast, at: ownBroadcast };
export const unscheduleBroadcast = decision({ ...own, decide: decide.unschedule });
/**
 * `seen`: how many emails of the business had come back and been reported, as whoever resumes has seen it; without it
 * what stands still for that does not go on. `figures`: the same as the read models have it now; null: nobody knows.
 */
export const resumeBroadcast = decision({
  ...own,
  input: ofBroadcast.extend({
    seen: z.object({ bounced: natural, complained: natural }).nullable().default(null),
    figures: z.object({ sent: natural, bounced: natural, complained: natural }).nullable().default(null),
  }),
  decide: decide.resume,
});
export const stopBroadcast = decision({ ...own, decide: decide.stop });
export const pauseBroadcast = decision({
  ...own,
  decide: (_, broadcast) => decide.pause({ by: 'person', note: '' }, broadcast),
});

/** Gives the addresses in its texts their numbers, the same whenever it is asked. */
async function linksOf(call: Call, { broadcastId, businessId, setup }: ExistingBroadcast): Promise<Run['links']> {
  if (!setup.shortLinks) return [];
  const found = setup.contents.map(async (content, variant) => {
    const urls = content.kind === 'text' ? linksIn(content.body) : [];
    if (urls.length === 0) return [];
    const source = { kind: 'broadcast' as const, id: broadcastId, variant };
    // A name of its own: what is registered is not what starts.
    const commandId = uuidV5(namespaces.command, 'broadcast-links', broadcastId, String(variant));
    const asked = { ...call, context: { ...call.context, commandId } };
    const { result } = await execute(registerLinks, asked, { businessId, source, urls: [...urls] });
    return result.links.map(({ url, number }) => ({ variant, url, number }));
  });
  return (await Promise.all(found)).flat();
}

const trouble = z.object({ by: PausedBy.extract(['bounces', 'complaints']), note: z.string().max(500) });

/**
 * Its time has come. `position`: up to where the read model that is asked for its audience has come. `trouble`: of a
 * email, how those of the business fare, where that keeps it from sending more.
 */
export const startBroadcast = decision({
  input: ofBroadcast.extend({
    position: z.bigint(),
    recipients: z.number().int().min(0),
    trouble: trouble.nullable().default(null),
    /** Why its audience can't be asked for; null: it can. */
    refusal: z.string().max(500).nullable().default(null),
  }),
  by: ['system'],
  aggregate: Broadcast,
  at: async (call, { broadcastId, recipients }) => {
    const found = await anyBroadcast(call, { broadcastId });
    const unpaid = unpaidNote(await payerStandingOf(call.world, found.tenant));
    const standing = {
      ...(await standingOf(call.world, found.broadcast.businessId, found.tenant, recipients)),
      couponProblem: await couponProblem(call.world, found.broadcast, found.broadcast.versions),
    };
    const links = await linksOf(call, found.broadcast);
    const versions = await versionsWithLinks(call, found.broadcast, found.tenant);
    const unregistered = await unregisteredNote(call.world, found.broadcast);
    return { ...found, standing, links, versions, unpaid, unregistered, now: call.world.now() };
  },
  decide: ({ position, trouble, refusal }, broadcast, { standing, links, versions, unpaid, unregistered, now }) =>
    decide.start({ position, standing, links, versions, now, trouble, refusal, unpaid, unregistered }, broadcast),
});
export const completeBroadcast = decision({
  input: ofBroadcast,
  by: ['system'],
  aggregate: Broadcast,
  at: anyBroadcast,
  decide: decide.complete,
});
/** Of one that goes out again and again: the next is there before this one starts, one and no more. */
export const repeatBroadcast = command({
  input: ofBroadcast,
  by: ['system'],
  async run(call, given) {
    const { world, context } = call;
    const { broadcast, tenant } = await anyBroadcast(call, given);
    const work = startUnitOfWork(world, context, { tenant });
    const { setup, startAt, businessId, versions } = broadcast;
    // What was missed meanwhile is not sent afterwards.
    const after = new Date(Math.max(world.now().getTime(), startAt === null ? 0 : Date.parse(startAt)));
    const next = setup.schedule.kind === 'recurring' ? nextOccurrence(setup.schedule, after) : null;
    if (next !== null) {
      const broadcastId = BroadcastId.parse(uuidV5(namespaces.broadcast, given.broadcastId, 'next'));
      const from = { broadcastId: given.broadcastId, as: 'occurrence' as const };
      await work.change({
        stream: streams.broadcast(broadcastId),
        aggregate: Broadcast,
        decide: (current) =>
          decide.repeat({ broadcastId, businessId, setup, from, startAt: next.startAt, versions }, current),
      });
    }
    return work.outcome(undefined);
  },
});

/** The test is over: who waited gets what did best. `figures`: of each variant, as the read models have them. */
export const chooseWinner = decision({
  input: ofBroadcast.extend({ figures: z.array(z.object({ sent: z.number().int(), did: z.number().int() })).min(1) }),
  by: ['system'],
  aggregate: Broadcast,
  at: anyBroadcast,
  decide: ({ figures }, broadcast) => decide.chooseWinner({ ...winnerOf(figures), figures }, broadcast),
});

/** The software pauses it, and says why. */
export const haltBroadcast = decision({
  input: ofBroadcast.extend({ by: PausedBy.exclude(['person']), note: z.string().max(500) }),
  by: ['system'],
  aggregate: Broadcast,
  at: anyBroadcast,
  decide: decide.pause,
});

/**
 * Has one that goes out stand still while it isn't paid for, and one that stood still for that go on. Asked again and
 * again: without payments it costs nothing, otherwise a look at the newest of four streams.
 */
export const followPayment = command({
  input: ofBroadcast,
  by: ['system'],
  async run(call, { broadcastId }) {
    const { world, context } = call;
    const { tenant } = context.caller;
    const [standing, seen] = await Promise.all([
      payerStandingOf(world, tenant),
      world.loadState(streams.broadcast(broadcastId), Broadcast),
    ]);
    const unpaid = unpaidNote(standing);
    if (standing === null || decide.followPayment(unpaid, seen).length === 0)
      return { position: null, result: undefined };
    const place = await anyBroadcast(call, { broadcastId });
    // A name for each time, since it may be paid late more than once.
    const commandId = uuidV5(namespaces.command, 'follow-payment', broadcastId, String(place.seen.length));
    const work = startUnitOfWork(world, context, { tenant, commandId });
    await work.change({ ...place, aggregate: Broadcast, decide: (now) => decide.followPayment(unpaid, now) });
    return work.outcome(undefined);
  },
});

/** The same for a number that carriers haven't registered yet: what they would refuse isn't sent, and goes on when they are done. */
export const followRegistration = command({
  input: ofBroadcast,
  by: ['system'],
  async run(call, { broadcastId }) {
    const { world, context } = call;
    const nothing = { position: null, result: undefined };
    const seen = await world.loadState(streams.broadcast(broadcastId), Broadcast);
    if (seen.status === 'none') return nothing;
    const given = { unregistered: await unregisteredNote(world, seen), now: world.now() };
    if (decide.followRegistration(given, seen).length === 0) return nothing;
    const place = await anyBroadcast(call, { broadcastId });
    // A name for each time: a campaign that was suspended may be verified once more.
    const commandId = uuidV5(namespaces.command, 'follow-registration', broadcastId, String(place.seen.length));
    const work = startUnitOfWork(world, context, { tenant: context.caller.tenant, commandId });
    await work.change({ ...place, aggregate: Broadcast, decide: (now) => decide.followRegistration(given, now) });
    return work.outcome(undefined);
  },
});

/** The emails of its business fare so badly that all of them stand still, but those that somebody let go on knowingly. */
export const holdEmailsOf = decision({
  input: ofBroadcast.extend({ trouble }),
  by: ['system'],
  aggregate: Broadcast,
  at: anyBroadcast,
  decide: ({ trouble }, broadcast) => decide.holdEmails(trouble, broadcast),
});
