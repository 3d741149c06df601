import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Law } from '../action.ts';

const keyOf = ({ data }: StoredEvent, ...names: readonly string[]): string =>
  names.map((name) => String(data[name])).join(' ');
const counted = (events: readonly StoredEvent[], type: string, ...names: readonly string[]) => {
  const times = new Map<string, number>();
  for (const event of events)
    if (event.type === type) times.set(keyOf(event, ...names), (times.get(keyOf(event, ...names)) ?? 0) + 1);
  return times;
};

/** Tells of an entry whether it stood on its blacklist at any time from a position of the log on. */
const onTheBlacklist = (events: readonly StoredEvent[]) => {
  const changes = new Map<string, { readonly position: bigint; readonly on: boolean }[]>();
  for (const { type, data, position } of events) {
    if ((type !== 'BlocklistEntryAdded' && type !== 'BlocklistEntryRemoved') || data['list'] !== 'black') continue;
    const entryId = String(data['entryId']);
    changes.set(entryId, [...(changes.get(entryId) ?? []), { position, on: type === 'BlocklistEntryAdded' }]);
  }
  return (entryId: string, from: bigint): boolean => {
    const own = changes.get(entryId) ?? [];
    return (
      own.some(({ on, position }) => on && position > from) || own.findLast((one) => one.position < from)?.on === true
    );
  };
};

/** A contact, and those that it became by merges, in their order. */
const becoming = (events: readonly StoredEvent[]) => {
  const into = new Map(
    events
      .filter(({ type }) => type === 'ContactMergedInto')
      .map(({ data }) => [String(data['contactId']), String(data['intoId'])]),
  );
  return (contactId: string): readonly string[] => {
    const all = [contactId];
    for (let next = into.get(contactId); next !== undefined; next = into.get(next)) all.push(next);
    return all;
  };
};

/**
 * However often and from wherever a form was sent: one entry for its key; and for who entered one contact, and one
 * coupon, vote or membership of that campaign, which are there although processes died. Who was put on the blacklist
 * before the form was come to may have none of it: that is what the list is for.
 */
export const entries: Law = {
  name: 'a form is one entry',
  async check(world) {
    const events = await world.events();
    const problems: string[] = [];
    // A reward of a loop is handed out by a coupon of its own, beside the campaign's.
    const offered = events.filter(({ type, data }) => type !== 'CouponIssued' || data['because'] !== 'reward');
    const submitted = counted(events, 'PageSubmitted', 'submissionId');
    for (const id of world.entries)
      if ((submitted.get(id) ?? 0) > 1) problems.push(`the form ${id} is ${submitted.get(id)} entries`);
    const once = (type: string, what: string, ...names: readonly string[]) => {
      const times = counted(offered, type, ...names);
      for (const [key, count] of times) if (count > 1) problems.push(`${count} times ${what}: ${key}`);
      return times;
    };
    once('ContactDiscovered', 'a new contact', 'contactId');
    // They may have been on a list before.
    const contacts = new Set(
      events
        .filter(({ type }) => type === 'ContactDiscovered' || type === 'ContactImported')
        .map((event) => keyOf(event, 'contactId')),
    );
    const ofCampaign = ['campaignId', 'contactId'] as const;
    const coupons = once('CouponIssued', 'a coupon', ...ofCampaign);
    const votes = once('VoteCast', 'a vote', ...ofCampaign);
    const members = once('MemberJoined', 'a membership', ...ofCampaign);
    once('ContactJoinedCampaign', 'a joining', ...ofCampaign);
    const blacklisted = onTheBlacklist(events);
    const become = becoming(events);
    const pages = new Map(world.cast.pages.map((page) => [page.campaignId, page]));
    for (const event of events) {
      if (event.type !== 'PageSubmitted') continue;
      const { businessId, campaignId, phone } = event.data as Record<string, string | null>;
      if (phone !== null && blacklisted(world.listingOf(businessId!, phone!), event.position)) continue;
      const { kind, offer } = pages.get(campaignId!)!;
      // Who was merged before it was come to has it as the one they are now.
      const keys = become(keyOf(event, 'contactId')).map((contactId) => `${campaignId!} ${contactId}`);
      const isIn = (brought: ReadonlyMap<string, number>) => keys.some((key) => brought.has(key));
      const missing = [
        contacts.has(keyOf(event, 'contactId')) ? null : 'contact',
        offer === null || isIn(coupons) ? null : 'coupon',
        kind !== 'vote' || isIn(votes) ? null : 'vote',
        kind !== 'loop' || isIn(members) ? null : 'membership',
      ].filter((what) => what !== null);
      for (const what of missing) problems.push(`the entry ${keyOf(event, 'submissionId')} brought no ${what}`);
    }
    return problems;
  },
};

/** A number typed on a page proves nothing: who has said stop is in again by a word of their own alone. */
export const noOptInByForm: Law = {
  name: 'a form opts in nobody who has said stop',
  async check(world) {
    const out = new Set<unknown>();
    const problems: string[] = [];
    for (const { type, data } of await world.events()) {
      const { contactId } = data;
      if (type === 'ContactOptedOut') out.add(contactId);
      if (type !== 'ContactOptedIn') continue;
      const { providerMessageId } = data['consent'] as { readonly providerMessageId: string | null };
      if (out.has(contactId) && data['source'] === 'form' && providerMessageId === null)
        problems.push(`${String(contactId)} was opted in by a form after a stop`);
      out.delete(contactId);
    }
    return problems;
  },
};
