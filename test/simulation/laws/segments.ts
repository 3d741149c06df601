import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { isMeant } from '../../../domain/automations/runs/condition.ts';
import { type ContactActivity, factsOf, noActivity } from '../../../domain/automations/runs/facts.ts';
import { emptySetup, type Setup } from '../../../domain/broadcasts/fields.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import type { ContactFilter, FilterCondition } from '../../../domain/contacts/filter.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { Segments } from '../../../domain/segments/segments.ts';
import type { Law } from '../action.ts';
import type { Shop } from '../cast.ts';
import { segmentOf } from '../segments.ts';
import type { World } from '../world.ts';

type Known = ReadonlyMap<string, ContactFilter>;
/** The segments that a business has, as its stream says it up to a place in the log. */
const segmentsOf = (events: readonly StoredEvent[], businessId: string, upTo = 10n ** 18n): Known =>
  new Map(
    [
      ...stateOf(
        Segments,
        events.filter(({ stream, position }) => stream === `segments-${businessId}` && position <= upTo),
      ),
    ].flatMap(([id, { filter, deleted }]) => (deleted ? [] : [[id as string, filter] as const])),
  );
const conditionsOf = ({ groups }: ContactFilter): readonly FilterCondition[] =>
  groups.flatMap(({ conditions }) => conditions);
/** How many conditions a filter is when everything in it is written out; one that goes on and on is too many. */
function written(filter: ContactFilter, known: Known, depth = 0): number {
  if (depth > 6) return Infinity;
  let sum = 0;
  for (const condition of conditionsOf(filter)) {
    if (condition.field !== 'segment') sum += 1;
    else
      for (const id of condition.ids) {
        const below = known.get(id);
        sum += below === undefined ? 1 : written(below, known, depth + 1);
      }
    if (sum > most) break;
  }
  return sum;
}
const most = 500;
/** Whether it asks for what no contact's own stream says. */
const asksElsewhere = (filter: ContactFilter, known: Known): boolean =>
  conditionsOf(filter).some((condition) =>
    condition.field === 'segment' ?
      condition.ids.some((id) => known.has(id) && asksElsewhere(known.get(id)!, known))
    : ['engagement', 'last_message'].includes(condition.field),
  );

interface At {
  readonly zone: string;
  readonly now: string;
  readonly known: Known;
}
const means = (
  filter: ContactFilter,
  own: readonly StoredEvent[],
  { zone, now, known }: At,
  beside: ContactActivity,
): boolean =>
  written(filter, known) <= most &&
  isMeant(filter, { facts: factsOf(own, beside), zones: { business: zone, contact: [] }, now, segments: known });

/** Who is in a segment by its filter, as SQL has it, in memory, and as the worker keeps it; and what may be saved. */
export const segments: Law = {
  name: 'a segment is who its filter means',
  async check(world) {
    const events = await world.events();
    const contacts = Map.groupBy(events, ({ stream }) => stream);
    const problems: string[] = [];
    for (const { businessId, zone, name } of world.cast.shops) {
      const known = segmentsOf(events, businessId);
      if (known.size === 0) continue;
      for (const [id, filter] of known) {
        const size = written(filter, known);
        const isOld = id === segmentOf(businessId, 'old');
        if (size > most && !isOld)
          problems.push(`segment ${id.slice(0, 8)} of ${name} was saved with ${size} conditions`);
      }
      const filters = [...known.values()];
      const found = await world.observer.readModels.sortContacts(businessId, filters, { after: '0', limit: 1_000 });
      const beside = await world.observer.readModels.contactsBeside(found.map((contact) => contact.id));
      const kept = await world.query<{ segment: string; contact: string }>(
        'select segment_id as segment, contact_id as contact from ops.segment_members',
      );
      const at = { zone, now: world.timeline.now().toISOString(), known };
      for (const [nth, [id, filter]] of [...known].entries()) {
        const members = new Set(kept.filter(({ segment }) => segment === id).map(({ contact }) => contact));
        for (const contact of found) {
          const own = contacts.get(`contact-${contact.id}`) ?? [];
          const bySql = contact.isIn[nth]!;
          const inMemory = means(filter, own, at, beside.get(contact.id) ?? noActivity);
          const who = `${contact.id.slice(0, 8)} in segment ${id.slice(0, 8)} of ${name}`;
          if (bySql !== inMemory) problems.push(`${who}: ${bySql} by SQL, ${inMemory} in memory`);
          if (bySql !== members.has(contact.id)) problems.push(`${who}: ${bySql} by SQL, ${!bySql} as it is kept`);
        }
        const there = new Set(found.map((contact) => contact.id));
        for (const contactId of members)
          if (!there.has(contactId)) problems.push(`${contactId} is kept in segment ${id.slice(0, 8)} and is nobody`);
      }
    }
    return problems;
  },
};

/** A broadcast to segments reaches those who were in them when its audience was frozen, and no other. */
export const segmentAudiences: Law = {
  name: 'a broadcast to a segment reaches exactly those in it',
  async check(world) {
    const events = await world.events();
    return events
      .filter(({ type }) => type === 'BroadcastStarted')
      .flatMap((started) => audienceProblems(world, events, started));
  },
};

function audienceProblems(world: World, events: readonly StoredEvent[], started: StoredEvent): readonly string[] {
  const { broadcastId, businessId, position } = started.data as Record<string, string>;
  const own = events.filter(({ data }) => data['broadcastId'] === broadcastId);
  const setup = own.reduce<Setup>(
    (known, { type, data }) =>
      type === 'BroadcastDrafted' ? (data['setup'] as Setup)
      : type === 'BroadcastChanged' ? { ...known, ...(data['changes'] as object) }
      : known,
    emptySetup('', 'sms'),
  );
  const { segmentIds, exceptSegmentIds, recipientsOf } = setup.audience;
  const parts = own.filter(({ type }) => type === 'BroadcastAudienceFrozen');
  if (segmentIds.length === 0 || recipientsOf !== null || parts.length === 0) return [];
  const isWhole = own.some(({ type }) => type === 'BroadcastAudienceCompleted');
  const frozen = new Set(
    parts.flatMap(({ data }) => [
      ...(data['recipients'] as string[]),
      ...(data['leftOut'] as { contactId: string }[]).map(({ contactId }) => contactId),
    ]),
  );
  const [from, to] = [BigInt(position!), parts.at(-1)!.position];
  const { zone } = world.cast.shops.find((shop: Shop) => shop.businessId === businessId)!;
  /** The log at its start, and after each thing that happened to a stream until all were frozen: the read models show any. */
  const places = (stream: string): readonly bigint[] => [
    from,
    ...events
      .filter((event) => event.stream === stream && event.position > from && event.position <= to)
      .map((event) => event.position),
  ];
  const versions = places(`segments-${businessId}`).map((upTo) => segmentsOf(events, businessId!, upTo));
  const among = (ids: readonly string[]): ContactFilter => ({
    match: 'any',
    groups: [{ match: 'any', conditions: [{ field: 'segment', has: 'any', ids: [...ids] }] }],
  });
  const filters = [among(segmentIds), ...(exceptSegmentIds.length === 0 ? [] : [among(exceptSegmentIds)])];
  if (versions.some((known) => filters.some((filter) => written(filter, known) > most || asksElsewhere(filter, known))))
    return [];
  const streams = new Set(
    events
      .filter(({ stream, data }) => stream.startsWith('contact-') && data['businessId'] === businessId)
      .map(({ stream }) => stream),
  );
  return [...streams].flatMap((stream) => {
    const contactId = stream.slice('contact-'.length);
    const ofContact = events.filter((event) => event.stream === stream);
    const seen = places(stream).map((upTo) => ofContact.filter((event) => event.position <= upTo));
    const states = seen.map((stored) => stateOf(Contact, stored).status);
    // Who comes, or goes for good, meanwhile may be there or not.
    const isThroughout = states.every((status) => status !== 'none' && status !== 'erased');
    const isGone = ofContact.some(({ type, position: at }) => type === 'ContactMergedInto' && at <= to);
    if (!isThroughout || isGone) return [];
    const answers = seen.flatMap((stored) =>
      versions.map((known) => {
        const at = { zone, now: started.metadata.occurredAt, known };
        const [asked, except] = filters.map((filter) => means(filter, stored, at, noActivity));
        return asked === true && except !== true;
      }),
    );
    const who = `${contactId.slice(0, 8)} by the broadcast ${broadcastId!.slice(0, 8)}`;
    if (frozen.has(contactId) && !answers.includes(true)) return [`${who}: meant though in no segment of it`];
    return isWhole && !frozen.has(contactId) && !answers.includes(false) ?
        [`${who}: not meant though in its segment`]
      : [];
  });
}
