import { randomUUID } from 'node:crypto';
import { BusinessCreated, BusinessNumberAssigned } from '../../../domain/businesses/events.ts';
import { CampaignCreated } from '../../../domain/campaigns/events.ts';
import {
  ContactDiscovered,
  ContactNameChanged,
  ContactOptedIn,
  ContactOptedOut,
} from '../../../domain/contacts/events.ts';
import { ConversationRead } from '../../../domain/livechat/events.ts';
import {
  MessageAccepted,
  MessageAnsweredAutomatically,
  MessageDelivered,
  MessageFailed,
  MessageDeferred,
  MessageRoutedToInbox,
  MessageOutcomeUnknown,
  MessageQueued,
  MessageReceived,
  MessageSent,
  MessageSuppressed,
} from '../../../domain/messages/events.ts';
import type { AnsweringRule } from '../../../domain/messages/fields.ts';
import { NotificationRaised } from '../../../domain/notifications/events.ts';
import type { Position } from '../../../adapters/event-store/port.ts';
import type { Told, World } from './world.ts';

/** One business and what happens to it, told in a few words. */
export interface Shop {
  readonly businessId: string;
  readonly number: string;
  readonly userId: string;
  contact(phone?: string): Person;
}

/** What a text is sent for. */
type Origin = Partial<Pick<Parameters<typeof MessageQueued.create>[0], 'campaignId' | 'broadcastId' | 'automation'>>;

export interface Person {
  readonly contactId: string;
  readonly phone: string;
  /** A text from them. `answeredBy`: the rule that deals with it; null (the default): people; `later`: nobody has said yet. */
  texts(
    body: string,
    options?: {
      at?: string;
      media?: readonly { url: string; contentType: string | null }[];
      answeredBy?: AnsweringRule | 'later' | null;
    },
  ): Promise<Text>;
  /** Says who deals with a text. */
  sorted(text: Text, rule?: AnsweringRule | null): Promise<Position>;
  isSent(
    body: string,
    options?: {
      at?: string;
      segments?: number;
      purpose?: 'livechat' | 'broadcast' | 'keyword-reply' | 'help';
      byUser?: string;
    } & Origin,
  ): Promise<{ messageId: string; position: Position }>;
  /** States of a message, in this order. */
  comesTo(messageId: string, states: readonly Progress[], at?: string): Promise<Position>;
  does(event: Told['event'], options?: { at?: string; userId?: string }): Promise<Position>;
  discovered(): Told['event'];
  optedIn(keyword?: string | null, campaignId?: string | null): Told['event'];
  optedOut(): Told['event'];
  named(firstName: string | null, lastName: string | null): Told['event'];
  read(upTo: Position): Told['event'];
  /** `about`: the text it is about. */
  notified(
    kind?: 'opt-in' | 'message',
    content?: string,
    about?: Pick<Text, 'position'>,
  ): { notificationId: string; event: Told['event'] };
}

export interface Text {
  readonly messageId: string;
  readonly position: Position;
}

export type Progress = 'accepted' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'held' | 'unknown';

let phones = 0;

export async function openShop(
  world: World,
  options: { timezone?: string; monthlyMessages?: number | null; at?: string; agencyId?: string } = {},
): Promise<Shop> {
  const businessId = randomUUID();
  const number = `+1415555${String(1000 + (phones += 1)).padStart(4, '0')}`;
  await world.append(
    `business-${businessId}`,
    {
      event: BusinessCreated.create({
        businessId,
        agencyId: options.agencyId ?? null,
        name: "Bella's Pizzeria",
        uniqueId: `bella-${businessId.slice(0, 8)}`,
        currency: 'USD',
        timezone: options.timezone ?? 'America/New_York',
        dateFormat: 'MM/DD/YYYY',
        monthlyMessages: options.monthlyMessages ?? null,
        contactLimit: null,
      }),
      ...(options.at ? { at: options.at } : {}),
    },
    { event: BusinessNumberAssigned.create({ businessId, number, providerNumberId: null, isTollFree: false }) },
  );
  return { businessId, number, userId: randomUUID(), contact: (phone) => person(world, businessId, number, phone) };
}

function person(
  world: World,
  businessId: string,
  number: string,
  phone = `+1650${String(2000000 + (phones += 1))}`,
): Person {
  const contactId = randomUUID();
  const ids = { businessId, contactId };
  const told = (event: Told['event'], at?: string, userId?: string): Told => ({
    event,
    ...(at ? { at } : {}),
    ...(userId ? { userId } : {}),
  });
  const sorted = async ({ messageId, position }: Text, rule: AnsweringRule | null = null): Promise<Position> => {
    const about = { messageId, ...ids, receivedPosition: position.toString() };
    const event =
      rule === null ? MessageRoutedToInbox.create(about) : MessageAnsweredAutomatically.create({ ...about, rule });
    return world.append(`message-${messageId}`, told(event));
  };
  return {
    contactId,
    phone,
    texts: async (body, { at, media, answeredBy = null } = {}) => {
      const messageId = randomUUID();
      const event = MessageReceived.create({
        messageId,
        ...ids,
        from: phone,
        to: number,
        body,
        media: [...(media ?? [])],
        provider: 'twilio',
        providerMessageId: `SM${messageId}`,
        receivedAt: at ?? '2026-11-20T12:00:00.000Z',
      });
      const text = { messageId, position: await world.append(`message-${messageId}`, told(event, at)) };
      if (answeredBy !== 'later') await sorted(text, answeredBy);
      return text;
    },
    sorted,
    isSent: async (body, { at, segments, purpose, byUser, ...origin } = {}) => {
      const messageId = randomUUID();
      const event = MessageQueued.create({
        messageId,
        ...ids,
        ...origin,
        from: number,
        to: phone,
        body,
        media: [],
        purpose: purpose ?? 'livechat',
        segments: segments ?? 1,
        encoding: 'GSM-7',
        notBefore: null,
      });
      return { messageId, position: await world.append(`message-${messageId}`, told(event, at, byUser)) };
    },
    comesTo: async (messageId, states, at) =>
      world.append(`message-${messageId}`, ...states.map((state) => told(progress(state, messageId, ids), at))),
    does: async (event, { at, userId } = {}) => world.append(streamOf(event, contactId), told(event, at, userId)),
    discovered: () => ContactDiscovered.create({ ...ids, phone, via: 'inbound-message' }),
    optedIn: (keyword = 'PIZZA', campaignId = null) =>
      ContactOptedIn.create({
        ...ids,
        phone,
        keyword,
        campaignId,
        source: 'keyword',
        ipAddress: null,
        consent: { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: 'SM1' },
      }),
    optedOut: () => ContactOptedOut.create({ ...ids, via: 'message', words: 'stop it', providerMessageId: 'SM2' }),
    named: (firstName, lastName) => ContactNameChanged.create({ ...ids, firstName, lastName }),
    read: (upTo) => ConversationRead.create({ ...ids, userId: randomUUID(), upToPosition: upTo.toString() }),
    notified: (kind = 'opt-in', content = `${phone} opted in`, about) => {
      const notificationId = randomUUID();
      return {
        notificationId,
        event: NotificationRaised.create({
          notificationId,
          ...ids,
          kind,
          title: kind === 'message' ? 'New message' : 'New opt-in',
          content,
          link: null,
          receivedPosition: about?.position.toString() ?? null,
        }),
      };
    },
  };
}

export function progress(
  state: Progress,
  messageId: string,
  { businessId, contactId }: { businessId: string; contactId: string },
): Told['event'] {
  const ids = { messageId, businessId, contactId };
  switch (state) {
    case 'accepted':
      return MessageAccepted.create({ ...ids, provider: 'twilio', providerMessageId: 'SM9' });
    case 'sent':
      return MessageSent.create({ ...ids, providerMessageId: 'SM9' });
    case 'delivered':
      return MessageDelivered.create({ ...ids, providerMessageId: 'SM9' });
    case 'failed':
      return MessageFailed.create({ ...ids, providerMessageId: 'SM9', errorCode: 30003, reason: 'The phone is off.' });
    case 'suppressed':
      return MessageSuppressed.create({ ...ids, reason: 'opted-out' });
    case 'held':
      return MessageDeferred.create({
        ...ids,
        reason: 'quiet-hours',
        until: '2026-11-21T13:00:00.000Z',
        errorCode: null,
      });
    case 'unknown':
      return MessageOutcomeUnknown.create({ ...ids, detail: 'The request was cut off.' });
  }
}

export const campaignOf = (shop: Shop, keyword = 'PIZZA'): { campaignId: string; event: Told['event'] } => {
  const campaignId = randomUUID();
  return {
    campaignId,
    event: CampaignCreated.create({
      campaignId,
      businessId: shop.businessId,
      name: 'Pizza Friday',
      type: 'text',
      number: shop.number,
      keyword,
      reply: 'Two for one',
      replyMedia: [],
    }),
  };
};

function streamOf(event: Told['event'], contactId: string): string {
  if (event.type.startsWith('Conversation')) return `conversation-${contactId}`;
  if (event.type.startsWith('Notification'))
    return `notification-${(event.data as { notificationId: string }).notificationId}`;
  if (event.type === 'AllNotificationsRead') return `notificationInbox-${(event.data as { userId: string }).userId}`;
  return `contact-${contactId}`;
}
