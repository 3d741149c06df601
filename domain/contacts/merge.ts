import { channelNames } from '../kernel/channels.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ContactId } from '../kernel/ids.ts';
import { campaignsOf } from './campaigns.ts';
import { eachAttribute } from './attributes.ts';
import type { Contact, KnownContact } from './contact.ts';
import type { ContactEvent } from './events.ts';
import type { MergeField } from './fields.ts';
import { maxTags } from './limits.ts';
import { addressKey, mailboxesTogether } from './mailbox.ts';
import {
  ContactMergeStarted,
  ContactMergeDeclined,
  ContactMerged,
  ContactMergedInto,
  ContactMergeCancelled,
} from './merge-events.ts';

export interface BeginMerge {
  readonly mergeId: string;
  readonly otherId: ContactId;
  readonly taken: readonly MergeField[];
}
const busy = (): DomainError =>
  new DomainError('conflict', 'This contact is being merged with another at this moment. Try again.');

/** The survivor takes it up. What is under way with the same contact already is not begun twice. */
export function beginMerge({ mergeId, otherId, taken }: BeginMerge, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none') throw new DomainError('not_found', 'This contact does not exist.');
  if (contact.absorbed.includes(otherId)) return [];
  if (contact.merging !== null) {
    if (contact.merging.otherId === otherId) return [];
    throw busy();
  }
  const { contactId, businessId } = contact;
  return [ContactMergeStarted.create({ contactId, businessId, mergeId, otherId, taken: [...taken] }) as ContactEvent];
}

/**
 * The other gives itself up, or says that it does not, since it absorbs another itself: of two who absorb each other at
 * once at most one goes. Either is the last word on this merge.
 */
export function absorb(
  { mergeId, intoId }: { readonly mergeId: string; readonly intoId: ContactId },
  contact: Contact,
): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased') return [];
  const { contactId, businessId, merging } = contact;
  const word = merging === null ? ContactMergedInto : ContactMergeDeclined;
  return [word.create({ contactId, businessId, mergeId, intoId }) as ContactEvent];
}

export function refuseMerge(mergeId: string, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.merging?.mergeId !== mergeId) return [];
  const { contactId, businessId } = contact;
  const { otherId } = contact.merging;
  return [ContactMergeCancelled.create({ contactId, businessId, mergeId, otherId }) as ContactEvent];
}

/** Who is erased or merged meanwhile stays so. `blocked`: an address of either that goes is on the blacklist. */
export function mergeContacts(
  given: { readonly mergeId: string; readonly taken: readonly MergeField[]; readonly blocked: boolean },
  other: KnownContact,
  contact: Contact,
): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased' || contact.absorbed.includes(other.contactId)) return [];
  const { contactId, businessId } = contact;
  const ids = { contactId, businessId, mergeId: given.mergeId, otherId: other.contactId };
  return [ContactMerged.create({ ...ids, ...mergedOf(contact, other, given) }) as ContactEvent];
}

/**
 * What one person is who was two contacts. What only one knows is kept; where both differ the survivor's counts, unless
 * the other's was `taken`. Consent belongs to the number or address that it was given for, so it stays with that one; who
 * has said no to a channel as either, or stood on the blacklist, has said no to it.
 */
export function mergedOf(
  own: KnownContact,
  other: KnownContact,
  { taken, blocked }: { readonly taken: readonly MergeField[]; readonly blocked: boolean },
) {
  const of = <V>(field: MergeField, mine: V | null, theirs: V | null): V | null =>
    taken.includes(field) ? (theirs ?? mine) : (mine ?? theirs);
  const name = (one: KnownContact) => (one.firstName === null && one.lastName === null ? null : one);
  const named = of('name', name(own), name(other));
  const details = eachAttribute((field) => of(field, own.details[field], other.details[field]));
  const phone = of('phone', own.phone, other.phone);
  const { email } = details;
  const holder = phone !== null && phone === own.phone ? own : other;
  const out = blocked || own.status === 'optedOut' || other.status === 'optedOut';
  const texts: Exclude<KnownContact['status'], 'erased'> =
    out ? 'optedOut'
    : phone !== null && holder.status === 'subscribed' ? 'subscribed'
    : 'unknown';
  const said = [own, other].filter(
    ({ details: { email: address } }) =>
      address !== null && email !== null && addressKey(address) === addressKey(email),
  );
  const emails: KnownContact['emails'] =
    blocked || own.emails === 'unsubscribed' || other.emails === 'unsubscribed' ? 'unsubscribed'
    : said.some((one) => one.emails === 'subscribed') ? 'subscribed'
    : null;
  const agreed = texts === 'subscribed' && holder.status === 'subscribed' ? holder.campaigns : new Set();
  const keywords = new Map([...other.broughtBy, ...own.broughtBy]);
  const pauses = [own, other].flatMap(({ preferences: { pausedUntil } }) =>
    pausedUntil === null ? [] : [pausedUntil],
  );
  const muted = new Set([...own.preferences.muted, ...other.preferences.muted]);
  const reached = channelNames.flatMap((channel) => {
    const last = [own, other]
      .flatMap(({ preferences }) => preferences.reached[channel] ?? [])
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
    return last === undefined ? [] : [{ channel, ...last }];
  });
  const suspected = texts === 'optedOut' ? null : (own.suspected ?? other.suspected);
  const custom = { ...other.details.custom, ...own.details.custom };
  return {
    absorbed: [...new Set([...own.absorbed, ...other.absorbed, other.contactId])],
    phone,
    firstName: named?.firstName ?? null,
    lastName: named?.lastName ?? null,
    tags: [...new Set([...own.tags, ...other.tags])].slice(0, maxTags),
    ...details,
    custom: Object.keys(custom).length === 0 ? null : custom,
    texts,
    emails,
    campaigns: [...new Set([...campaignsOf(own), ...campaignsOf(other)])].map((campaignId) => ({
      campaignId,
      keyword: keywords.get(campaignId) ?? null,
      agreed: agreed.has(campaignId),
      joined: !agreed.has(campaignId) || own.joined.has(campaignId) || other.joined.has(campaignId),
    })),
    unreachable: phone === null ? null : holder.unreachable,
    wroteFirst: own.wroteFirst || other.wroteFirst,
    pausedUntil: pauses.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null,
    frequency:
      own.preferences.frequency === 'weekly' || other.preferences.frequency === 'weekly' ?
        ('weekly' as const)
      : ('all' as const),
    muted: [...muted],
    reached,
    ...(suspected !== null && { suspected }),
    mailboxes: [...mailboxesTogether(own.mailboxes, other.mailboxes)].map(([address, { stopped, soft }]) => ({
      address,
      stopped,
      soft: [...soft],
    })),
  };
}
