import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { Caller } from '../../commands/kernel/caller.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import {
  BroadcastApprovalRequested,
  BroadcastAudienceFrozen,
  BroadcastRejected,
} from '../../domain/broadcasts/events.ts';
import type { LeftOut, Setup } from '../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import { variantOf } from '../../domain/broadcasts/variants.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import type { Settings } from '../../domain/email-design/model.ts';
import { starters } from '../../domain/email-design/starters.ts';
import { is } from '../../domain/kernel/event.ts';
import { BroadcastId, BusinessId, type ContactId, EmailTemplateId } from '../../domain/kernel/ids.ts';
import { Link } from '../../domain/links/link.ts';
import { linkValues } from '../../domain/emails/links.ts';
import { EmailVersion } from '../../domain/emails/version.ts';
import { streams } from '../../domain/streams.ts';
import { TextedBroadcast } from '../../domain/texted-broadcasts/texted-broadcast.ts';
import { type Occasion, replyIdOf } from '../../domain/texted-broadcasts/words.ts';
import { id } from './names.ts';
import type { Acting, Ending } from './shop.ts';

interface BroadcastActs extends Acting {
  /** Somebody of the agency. */
  readonly agency: Caller;
  /** The carrier's last word on a text. */
  readonly ends: (messageId: string, ending: Ending) => Promise<void>;
}

/** What happens to the broadcast that a listed phone asked for last: with its question and code, and then as any other. */
export async function textedActs(
  {
    identifiers,
    goesOut,
    ...acts
  }: BroadcastActs & {
    readonly identifiers: Identifiers;
    readonly goesOut: (messageId: string, ending: Ending) => Promise<void>;
  },
  phone: string,
) {
  const { commands, store, as, system, contact } = acts;
  const contactId = contact(phone);
  const { request } = stateOf(TextedBroadcast, await store.read(streams.textedBroadcast(contactId)));
  if (request === null) throw new Error(`Nothing was asked for from ${phone}.`);
  const { broadcastId, businessId } = request;
  const told = (occasion: Occasion) => goesOut(replyIdOf(businessId, broadcastId, occasion), 'delivered');
  return {
    ...broadcastActs(acts, broadcastId),
    code: identifiers.broadcastCode(broadcastId),
    async isOffered(recipients: number): Promise<void> {
      await commands.textedBroadcasts.offer(as(system), { contactId, broadcastId, recipients });
      await told('question');
    },
    async isSent(recipients: number): Promise<void> {
      await commands.textedBroadcasts.send(as(system), { contactId, broadcastId, recipients });
      await told('result');
    },
  };
}

/** What happens to broadcasts, as their workers would have done it. `key` names a broadcast of the business for ever. */
export function broadcastActs(
  { commands, now, store, shop, moment, owner, system, agency, as, contact, ends }: BroadcastActs,
  /** The one that is meant whatever its key; null: the one of the key. */
  only: BroadcastId | null = null,
) {
  const businessId = BusinessId.parse(shop.businessId);
  const broadcastOf = (key: string) => only ?? BroadcastId.parse(id('broadcast', shop.uniqueId, key));
  const known = async (key: string) => {
    const broadcast = stateOf(Broadcast, await store.read(streams.broadcast(broadcastOf(key))));
    if (broadcast.status === 'none') throw new Error(`There is no broadcast ${key}.`);
    return broadcast;
  };
  /** The event that people are told of. */
  const lastOf = async (broadcastId: BroadcastId, wanted: string): Promise<string> =>
    (await store.read(streams.broadcast(broadcastId))).findLast(({ type }) => type === wanted)!.id;
  /** As they were frozen, with the variant that each gets. */
  async function recipientsOf(key: string) {
    const parts = await store.read(streams.broadcastAudience(broadcastOf(key)));
    return parts
      .filter((event) => is(event, BroadcastAudienceFrozen))
      .flatMap(({ data: { recipients, variants } }) =>
        recipients.map((contactId, index) => ({ contactId, variant: variants?.[index] ?? 0 })),
      );
  }
  /** Those that people see; the one that nobody sees is for programs. */
  async function linksInEmails(versions: readonly string[]) {
    const found: { number: number; variant: number }[] = [];
    for (const [variant, versionId] of versions.entries()) {
      const version = stateOf(EmailVersion, await store.read(streams.emailVersion(versionId)));
      if (version.status === 'none') continue;
      for (const number of Object.values(linkValues(version, String)).map(Number)) {
        const link = stateOf(Link, await store.read(streams.link(number)));
        if (link.status === 'registered' && !link.trap) found.push({ number, variant });
      }
    }
    return found;
  }
  /** In the order in which an audience is asked; null: they are written to. */
  function reasonOf(one: Exclude<Contact, { status: 'none' | 'erased' }>, byEmail: boolean): LeftOut | null {
    const { pausedUntil } = one.preferences;
    if (byEmail)
      return (
        one.details.email === null ? 'no-address'
        : one.emails === 'unsubscribed' ? 'opted-out'
        : one.emails !== 'subscribed' ? 'no-consent'
        : null
      );
    if (one.status === 'optedOut') return 'opted-out';
    if (one.status === 'unknown') return 'no-consent';
    if (one.suspected !== null) return 'looks-opted-out';
    if (one.unreachable !== null) return 'unreachable';
    return pausedUntil !== null && Date.parse(pausedUntil) > now().getTime() ? 'paused' : null;
  }

  return {
    /** A draft. */
    drafts: (key: string, setup: Partial<Setup> & Pick<Setup, 'name'>) =>
      commands.broadcasts.create(as(owner), { broadcastId: broadcastOf(key), type: 'sms', ...setup }),
    schedules: (key: string) =>
      commands.broadcasts.schedule(as(owner), { broadcastId: broadcastOf(key), recipients: null }),
    /** The agency looks at broadcasts to more people than that. */
    limits: (recipients: number) =>
      commands.agencies.chooseApprovalLimit(as(agency), { agencyId: agency.tenant.agencyId!, recipients }),
    /** More of these people than the agency's size may be written to: it waits. */
    async asks(key: string, phones: readonly string[]): Promise<void> {
      const broadcastId = broadcastOf(key);
      const found = await store.readMany(phones.map((phone) => streams.contact(contact(phone))));
      const recipients = phones.filter((phone) => {
        const one = stateOf(Contact, found.get(streams.contact(contact(phone))));
        return one.status !== 'none' && one.status !== 'erased' && reasonOf(one, false) === null;
      }).length;
      await commands.broadcasts.schedule(as(owner), { broadcastId, recipients });
      const eventId = await lastOf(broadcastId, BroadcastApprovalRequested.type);
      await commands.notifications.approvalAsked(as(system), { broadcastId, eventId, recipients });
    },
    async givesBack(key: string, note: string): Promise<void> {
      const broadcastId = broadcastOf(key);
      await commands.broadcasts.reject(as(agency), { broadcastId, note });
      const eventId = await lastOf(broadcastId, BroadcastRejected.type);
      await commands.notifications.approvalDecided(as(system), { broadcastId, eventId, note });
    },
    /** Its time has come: of these people those whom the business knows by now are its audience. */
    async begins(key: string, phones: readonly string[]): Promise<void> {
      const broadcastId = broadcastOf(key);
      const position = await store.head();
      await commands.broadcasts.start(as(system), { broadcastId, position, recipients: phones.length });
      const { setup } = await known(key);
      const found = await store.readMany(phones.map((phone) => streams.contact(contact(phone))));
      const recipients: ContactId[] = [];
      const leftOut: { contactId: ContactId; reason: LeftOut }[] = [];
      for (const phone of phones) {
        const one = stateOf(Contact, found.get(streams.contact(contact(phone))));
        if (one.status === 'none' || one.status === 'erased') continue;
        const reason = reasonOf(one, setup.type === 'email');
        if (reason === null) recipients.push(one.contactId);
        else leftOut.push({ contactId: one.contactId, reason });
      }
      const { test, contents } = setup;
      const variants = recipients.map((one) => variantOf(broadcastId, one, contents.length, test?.share ?? 100));
      await commands.broadcasts.freeze(as(system), {
        broadcastId,
        part: { chunk: 0, recipients, ...(test === null ? {} : { variants }), leftOut, next: null },
      });
    },
    /** So many of its recipients, from one place on, get it. `failing`: with which of the carrier's codes some did not. */
    async goesTo(key: string, from: number, count: number, failing: Readonly<Record<string, number>>): Promise<void> {
      const broadcastId = broadcastOf(key);
      const codes = new Map(Object.entries(failing).map(([phone, code]) => [contact(phone), code]));
      const recipients = (await recipientsOf(key))
        .slice(from, from + count)
        .map((one) => ({ ...one, id: messageIdOf(businessId, broadcastId, one.contactId), tried: true }));
      const { result } = await commands.delivery.text.decideRecipients(as(system), { broadcastId, recipients });
      for (const [index, { id, contactId }] of recipients.entries()) {
        const decided = result[index]!;
        if (decided.kind !== 'send') continue;
        if (decided.fresh) await commands.delivery.text.say(as(system), { id, queued: decided.queued, attempt: 1 });
        const errorCode = codes.get(contactId);
        await ends(id, errorCode === undefined ? 'delivered' : { errorCode });
      }
    },
    /** The design of an email, begun with one that the product brings. Answers its id. */
    async designs(key: string, starterId: string, changed: Partial<Settings> = {}): Promise<string> {
      const templateId = EmailTemplateId.parse(id('broadcast-design', shop.uniqueId, key));
      const { design, name, subject } = starters.find((one) => one.id === starterId)!;
      await commands.emailTemplates.create(as(owner), {
        templateId,
        kind: 'broadcast',
        name,
        subject,
        design: { ...design, settings: { ...design.settings, ...changed } },
      });
      return templateId;
    },
    designOf: (key: string): string => id('broadcast-design', shop.uniqueId, key),
    /** An email reaches its recipients; from the last of them it comes back, and the one before reports it. */
    async mails(key: string): Promise<void> {
      const broadcastId = broadcastOf(key);
      const recipients = (await recipientsOf(key)).map((one) => ({
        ...one,
        id: messageIdOf(businessId, broadcastId, one.contactId),
        tried: true,
      }));
      const { decideRecipients, say, hear } = commands.delivery.mail;
      const { result } = await decideRecipients(as(system), { broadcastId, recipients });
      for (const [index, { id: emailId }] of recipients.entries()) {
        const decided = result[index]!;
        if (decided.kind !== 'send') continue;
        if (decided.fresh) await say(as(system), { id: emailId, queued: decided.queued, attempt: 1 });
        const from = { id: emailId, provider: 'sendgrid', providerMessageId: `sg-${emailId}` };
        const at = now().toISOString();
        const bounced = { kind: 'bounced' as const, bounce: 'hard' as const, reason: '5.1.1' };
        const what = index === recipients.length - 1 ? bounced : { kind: 'delivered' as const };
        await hear(as(system), { ...from, word: { at, what } });
        if (index === recipients.length - 2)
          await hear(as(system), { ...from, word: { at, what: { kind: 'complained' } } });
      }
    },
    completes: (key: string) => commands.broadcasts.complete(as(system), { broadcastId: broadcastOf(key) }),
    /** Some of those who got it follow its link; programs that look at links do as well. */
    async isFollowed(key: string, phones: readonly string[]): Promise<void> {
      const followers = new Set(phones.map(contact));
      const { broadcastId, run } = await known(key);
      const clickers = (await recipientsOf(key)).filter(({ contactId }) => followers.has(contactId));
      for (const { number, variant } of [...(run?.links ?? []), ...(await linksInEmails(run?.versions ?? []))]) {
        const link = { number, businessId, source: { kind: 'broadcast' as const, id: broadcastId, variant } };
        const these = clickers.filter((one) => one.variant === variant);
        for (const { contactId } of these)
          await commands.links.click(as(system), { ...link, contactId, clickedAt: now().toISOString() });
        await commands.links.countVisits(as(system), {
          ...link,
          countId: id('link-visits', shop.uniqueId, moment, String(variant)),
          people: these.length,
          scanners: [{ reason: 'robot', count: 2 }],
        });
      }
    },
  };
}
