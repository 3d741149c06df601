import { postalAddress } from '../../domain/merge/fields.ts';
import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { Run, saysNoMore } from '../../domain/automation/runs/run.ts';
import { Business } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { takePlace } from '../../domain/contact/choose.ts';
import { heldBack } from '../../domain/contact/preferences.ts';
import { unsubscribeField } from '../../domain/email-design/plain.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { linkUrl } from '../../domain/link/shorten.ts';
import { AgencyId, BroadcastId, BusinessId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import {
  ContactMail,
  isQueued,
  recordMailAccepted,
  recordMailFailure,
  recordMailUnknown,
  suppressMail,
} from '../../domain/mail/contact-mail.ts';
import { mailDelivery } from '../../domain/delivery/channels/mail.ts';
import type { Verdict } from '../../domain/delivery/delivery.ts';
import { reachOf, type Reach } from '../../domain/delivery/reach.ts';
import { mailVerdict } from '../../domain/delivery/verdict.ts';
import { isBulk, isMarketing, type MailPurpose, MailSuppressReason } from '../../domain/mail/fields.ts';
import {
  type ContactMailEvent,
  MailAccepted,
  MailFailed,
  MailOutcomeUnknown,
  MailSuppressed,
} from '../../domain/mail/events.ts';
import { linkValues } from '../../domain/mail/links.ts';
import { renderVersion } from '../../domain/mail/version.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { emailIdentity } from '../directory/contact-of.ts';
import { listsOf } from '../directory/listed.ts';
import { begin, stateOf, type World } from '../kernel/unit-of-work.ts';
import { sayLast } from '../delivery/recipients.ts';
import { publicAddress } from '../directory/public-address.ts';
import { versionOf } from '../delivery/mail-version.ts';

/** A mail as it is to go out now. */
export interface MailToSend {
  readonly purpose: MailPurpose;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly button: { readonly label: string; readonly url: string } | null;
  /** Of a designed mail: all of it, merged for this person; `body` is empty then. */
  readonly designed: { readonly html: string; readonly text: string } | null;
  readonly business: {
    readonly name: string;
    /** Where answers go; null: to the sender. */
    readonly email: string | null;
    /** One line; null: not known. */
    readonly address: string | null;
  };
  /** Of marketing: the page that unsubscribes, also by one POST (RFC 8058). */
  readonly unsubscribeUrl: string | null;
}
export type MailDecision =
  /** `reach` null: somebody asked for it, or waits for it. */
  | { readonly kind: 'send'; readonly mail: MailToSend; readonly reach: Reach | null }
  | { readonly kind: 'suppressed'; readonly reason: string }
  /** It has an end already: nothing to do. */
  | { readonly kind: 'done' };

/**
 * The last check before a mail leaves, on the streams themselves: who has unsubscribed a moment ago gets none. A no is
 * an event with its reason. The command's identity is the mail and how far it has come, so it can be asked again.
 */
export const decideSend = command({
  input: z.object({
    mailId: z.uuid(),
    /** It was handed over before and nobody knows whether it was taken: then a no does not say that it was kept. */
    mayHaveArrived: z.boolean(),
  }),
  by: ['system'],
  async run({ world, context }, { mailId, mayHaveArrived }): Promise<CommandOutcome<MailDecision>> {
    const { stream, stored, state, mail, tenant } = await load(world, mailId);
    const work = begin(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, 'decide-mail', mailId, String(stored.length)),
      causationId: stored.at(-1)!.id,
      correlationId: stored[0]!.metadata.correlationId,
    });
    if (state.status !== 'queued') return work.outcome({ kind: 'done' });
    const { businessId, contactId, purpose, campaignId, automation = null } = mail;
    const run = automation === null ? null : streams.automationRun(automation.runId);
    const names = { contact: streams.contact(contactId), business: streams.business(businessId) };
    const agencyStream = tenant.agencyId === null ? null : streams.agency(AgencyId.parse(tenant.agencyId));
    const found = await world.events.readMany([
      ...Object.values(names),
      ...[agencyStream, run].filter((name) => name !== null),
    ]);
    const business = stateOf(Business, found.get(names.business));
    const agency = agencyStream === null ? Agency.initial : stateOf(Agency, found.get(agencyStream));
    let contact = stateOf(Contact, found.get(names.contact));
    const { black: blacklisted } = await listsOf(world, businessId, {
      phone: contact.status === 'none' ? null : contact.phone,
      email: mail.to,
    });
    const now = world.now();
    const isRunOver = run !== null && saysNoMore(stateOf(Run, found.get(run)));
    const judge = (current: ContactMail): Verdict<MailSuppressReason> => {
      if (!isQueued(current)) return { kind: 'done' };
      const delivery = mailDelivery(current);
      return mailVerdict({ delivery, contact, sender: { business, agency }, now, blacklisted, isRunOver });
    };

    if (isBulk(purpose) && judge(state).kind === 'send') {
      const reach = { channel: 'mail' as const, campaignId, what: mailId };
      const decide = (current: Contact) => takePlace(reach, now, current);
      const { before } = await work.change({
        stream: names.contact,
        aggregate: Contact,
        seen: found.get(names.contact),
        decide,
      });
      if (before.status !== 'none' && heldBack(before.preferences, reach, now) !== null) contact = before;
    }
    let decided: Verdict<MailSuppressReason> = { kind: 'done' };
    await work.change({
      stream,
      aggregate: ContactMail,
      seen: stored,
      decide: (current) => {
        decided = judge(current);
        if (decided.kind !== 'suppress') return [];
        const { reason } = decided;
        return mayHaveArrived ?
            recordMailUnknown({ provider: 'none', detail: `not tried again (${reason})` }, current)
          : suppressMail(reason, current);
      },
    });
    const verdict = decided as Verdict<MailSuppressReason>;
    if (verdict.kind === 'suppress') return work.outcome({ kind: 'suppressed', reason: verdict.reason });
    const { to, subject, body, content } = mail;
    if (verdict.kind !== 'send' || to === null || subject === null || business.status === 'none')
      return work.outcome({ kind: 'done' });
    const base = await publicAddress(world, tenant.agencyId);
    const unsubscribe = `/unsubscribe/email/${world.identifiers.token('unsubscribe', contactId)}/${mailId}`;
    const unsubscribeUrl = isMarketing(purpose) ? base + unsubscribe : null;
    const version = content === null ? null : await versionOf(world, content.versionId);
    if (content !== null && version === null) throw new Error(`Mail ${mailId} names a version that is not there.`);
    const links =
      version === null ?
        {}
      : linkValues(version, (number) => linkUrl(base, world.identifiers.linkCode(number, contactId)));
    return work.outcome({
      kind: 'send',
      reach: reachOf(mailDelivery(state), {
        address: emailIdentity(world, businessId, to),
        businessId,
        contactId,
        business,
        contact,
        broadcast: null,
        automation,
        correlationId: stored[0]!.metadata.correlationId,
        now,
      }),
      mail: {
        purpose,
        to,
        subject,
        body: body ?? '',
        button: mail.button,
        designed:
          version === null ? null : (
            renderVersion(version, { ...content?.values, ...links, [unsubscribeField]: unsubscribeUrl })
          ),
        business: {
          name: business.name,
          email: business.contactInfo.email,
          address: postalAddress(business.contactInfo),
        },
        unsubscribeUrl,
      },
    });
  },
});

/** The provider took it and named it. */
export const recordAccepted = command({
  input: z.object({ mailId: z.uuid(), provider: text, providerMessageId: text }),
  by: ['system'],
  run: (call, { mailId, ...taken }) => end(call, mailId, (mail) => recordMailAccepted(taken, mail)),
});
/** Its place was taken when it was about to go out. */
export const holdBack = command({
  input: z.object({ mailId: z.uuid(), reason: MailSuppressReason }),
  by: ['system'],
  run: (call, { mailId, reason }) => end(call, mailId, (mail) => suppressMail(reason, mail)),
});
/** Refused for good, or tried too often. */
export const recordFailure = command({
  input: z.object({ mailId: z.uuid(), provider: text, reason: text }),
  by: ['system'],
  run: (call, { mailId, ...failure }) => end(call, mailId, (mail) => recordMailFailure(failure, mail)),
});
/** Nobody knows whether it was taken, and it is not sent again. */
export const recordUnknown = command({
  input: z.object({ mailId: z.uuid(), provider: text, detail: text }),
  by: ['system'],
  run: (call, { mailId, ...what }) => end(call, mailId, (mail) => recordMailUnknown(what, mail)),
});

/**
 * What came of a mail whose own stream can not be read: it is said without a look at it. `broadcastId` null: it is none's.
 * What was not taken goes on counting as used: whether it was said to be about to go out, nobody knows.
 */
export const endUnread = command({
  input: z.object({
    mailId: z.uuid(),
    contactId: ContactId,
    broadcastId: BroadcastId.nullable(),
    end: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted'), provider: text, providerMessageId: text }),
      z.object({ kind: z.literal('failed'), provider: text, reason: text }),
      z.object({ kind: z.literal('unknown'), provider: text, detail: text }),
      z.object({ kind: z.literal('suppressed'), reason: MailSuppressReason }),
    ]),
  }),
  by: ['system'],
  run({ world, context }, { mailId, contactId, broadcastId, end: { kind, ...end } }) {
    const ids = { mailId, businessId: BusinessId.parse(context.caller.tenant.businessId), contactId };
    const data = { ...ids, ...end, ...(broadcastId !== null && kind === 'accepted' ? { queuedFor: broadcastId } : {}) };
    const { type, version } = endsByKind[kind];
    return sayLast(world, context, streams.mail(mailId), { type, version, data });
  },
});
const endsByKind = {
  accepted: MailAccepted,
  failed: MailFailed,
  unknown: MailOutcomeUnknown,
  suppressed: MailSuppressed,
} as const;

async function end(
  { world, context }: Call,
  mailId: string,
  decide: (mail: ContactMail) => readonly ContactMailEvent[],
) {
  const { stream, stored, tenant } = await load(world, mailId);
  const work = begin(world, context, {
    tenant,
    correlationId: stored[0]!.metadata.correlationId,
    causationId: stored[0]!.id,
  });
  await work.change({ stream, aggregate: ContactMail, seen: stored, decide });
  return work.outcome(undefined);
}

async function load(world: World, mailId: string) {
  const stream = streams.mail(mailId);
  const stored = await world.events.read(stream);
  const state = stateOf(ContactMail, stored);
  if (!isQueued(state)) throw new DomainError('not_found', 'This mail does not exist.');
  return { stream, stored, state, mail: state.mail, tenant: stored[0]!.metadata.tenant };
}
