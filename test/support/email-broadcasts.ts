import { randomUUID } from 'node:crypto';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Caller } from '../../commands/kernel/caller.ts';
import { BroadcastAudienceFrozen } from '../../domain/broadcasts/events.ts';
import type { Setup } from '../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import { recipientState, type Sums, sumsOf, wordOfEmail } from '../../domain/broadcasts/report.ts';
import { ContactDiscovered, ContactSubscribedToEmail } from '../../domain/contacts/events.ts';
import type { EmailDesign } from '../../domain/email-design/model.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { BroadcastId, BusinessId, type ContactId, EmailTemplateId } from '../../domain/kernel/ids.ts';
import { ContactEmail } from '../../domain/emails/contact-email.ts';
import { streams } from '../../domain/streams.ts';
import type { Composition } from '../../main/compose.ts';
import { broadcastNow, worksFor } from './broadcasts.ts';
import { context, systemContext } from './callers.ts';
import { everyBlock } from './email-designs.ts';
import type { Opened } from './composition.ts';
import { noProof, said } from './said.ts';
import { eventually } from './eventually.ts';
import { broadcasts, emails } from './outbox.ts';

type Parts = Pick<Composition, 'store' | 'identifiers' | 'commands'> & Pick<Opened, 'db'>;

/** People who have subscribed to email, by their addresses: many at once. Answers their ids. */
export async function subscribeByEmail(
  { store, identifiers }: Pick<Parts, 'store' | 'identifiers'>,
  business: string,
  addresses: readonly string[],
): Promise<readonly ContactId[]> {
  const businessId = BusinessId.parse(business);
  const ids: ContactId[] = [];
  for (let from = 0; from < addresses.length; from += 1_000)
    ids.push(
      ...(await Promise.all(
        addresses.slice(from, from + 1_000).map(async (email) => {
          const contactId = identifiers.contactByEmail(businessId, email) as ContactId;
          const ids = { contactId, businessId };
          const events = [
            ContactDiscovered.create({ ...ids, phone: null, email, via: 'form' }),
            ContactSubscribedToEmail.create({
              ...ids,
              email,
              campaignId: null,
              source: 'form',
              consent: noProof,
              ipAddress: null,
            }),
          ];
          await store.append(streams.contact(contactId), 'noStream', said(events, { businessId }));
          return contactId;
        }),
      )),
    );
  return ids;
}

/** Every email to many says where the business is. */
export const giveAddress = ({ commands }: Pick<Parts, 'commands'>, businessId: string) =>
  commands.businesses.setContactInfo(systemContext(), {
    businessId,
    revision: 0,
    phone: null,
    email: 'hello@shop.test',
    website: null,
    address: '1 Pine Street',
    city: 'Oakland',
    state: 'CA',
    postalCode: '94601',
    country: 'US',
  });

/** A design of the business, ready to be sent. */
export async function designFor(
  { commands }: Pick<Parts, 'commands'>,
  businessId: string,
  design: EmailDesign = everyBlock(['heading', 'text', 'button', 'image']),
): Promise<EmailTemplateId> {
  const templateId = EmailTemplateId.parse(randomUUID());
  await commands.emailTemplates.create(context(worksFor(businessId)), {
    templateId,
    kind: 'mail',
    name: 'Autumn',
    subject: '',
    design,
  });
  return templateId;
}

/** An email to everybody of a business, now, without a window unless one is given. Answers its id. */
export async function emailBroadcast(
  { commands }: Pick<Parts, 'commands'>,
  businessId: string,
  subjects: readonly string[],
  designId: string,
  setup: Partial<Setup> = {},
  caller: Caller = worksFor(businessId),
): Promise<BroadcastId> {
  const broadcastId = BroadcastId.parse(randomUUID());
  await commands.broadcasts.create(context(caller), {
    broadcastId,
    name: 'Autumn',
    type: 'email',
    windowHours: null,
    contents: subjects.map((subject) => ({ kind: 'mail' as const, subject, preheader: null, designId })),
    ...setup,
  });
  await commands.broadcasts.schedule(context(caller), { broadcastId, recipients: null });
  return broadcastId;
}

export interface EmailReport {
  readonly status: string;
  readonly recipients: readonly ContactId[];
  readonly leftOut: readonly { readonly contactId: string; readonly reason: string }[];
  readonly sums: Sums;
  /** The types of the events of each recipient's email. */
  readonly stories: ReadonlyMap<string, readonly string[]>;
  readonly states: ReadonlyMap<string, ContactEmail>;
}

/** What the log says of a broadcast by email, recipient by recipient. */
export async function emailReportOf(store: EventStore, broadcastId: BroadcastId): Promise<EmailReport> {
  const { status, businessId } = await broadcastNow(store, broadcastId);
  const parts = (await store.read(streams.broadcastAudience(broadcastId))).filter((event) =>
    is(event, BroadcastAudienceFrozen),
  );
  const recipients = parts.flatMap(({ data }) => data.recipients);
  const stories = new Map<string, readonly string[]>();
  const states = new Map<string, ContactEmail>();
  for (let from = 0; from < recipients.length; from += 1_000) {
    const ids = recipients.slice(from, from + 1_000);
    const names = ids.map((contactId) => streams.email(messageIdOf(businessId, broadcastId, contactId)));
    const found = await store.readMany(names);
    ids.forEach((contactId, index) => {
      const events = found.get(names[index]!) ?? [];
      stories.set(
        contactId,
        events.map(({ type }) => type),
      );
      states.set(contactId, stateOf(ContactEmail, events));
    });
  }
  return {
    status,
    recipients,
    leftOut: parts.flatMap(({ data }) => data.leftOut),
    sums: sumsOf([...states.values()].map((email) => recipientState(wordOfEmail(email), status))),
    stories,
    states,
  };
}

/** Until it has come to its end, and nothing of it is left to do. */
export async function untilEmailed(
  { store, db }: Pick<Parts, 'store' | 'db'>,
  broadcastId: BroadcastId,
  ms = 60_000,
): Promise<EmailReport> {
  await eventually(
    async () => {
      const [row] = await broadcasts.rows(db, ['phase'], { where: { id: broadcastId } });
      const open = await emails.rows(db, ['state', 'note', 'attempts'], { where: { broadcastId, recordedAt: null } });
      const how = new Set(open.map(({ state, note, attempts }) => `${state} ${note ?? ''} ${attempts}`));
      return row && { phase: row.phase, left: open.length, how: [...how] };
    },
    (row) => row !== undefined && row.phase === 'ended' && row.left === 0,
    ms,
  );
  return emailReportOf(store, broadcastId);
}
