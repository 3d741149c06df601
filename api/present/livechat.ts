import type { z } from 'zod';
import type { ConsentView, ContactView, ConversationView, MessageView } from '../../projections/read-models.ts';
import type { Consent, Contact, Conversation, Message } from '../contract/livechat.ts';

export const presentContact = (view: ContactView): Contact => ({
  id: view.id,
  phone: view.phone,
  first_name: view.firstName,
  last_name: view.lastName,
  status: view.status,
  unreachable: view.unreachable,
  keywords: [...view.keywords],
  created_at: view.createdAt,
  last_message_at: view.lastMessageAt,
});

export const presentConsent = (view: ConsentView): z.output<typeof Consent> => ({
  id: view.eventId,
  kind: view.kind,
  at: view.at,
  how: view.how,
  keyword: view.keyword,
  words: view.words,
  provider_message_id: view.providerMessageId,
  actor: view.actor,
});

export const presentContactDetail = (view: ContactView & { readonly consents: readonly ConsentView[] }) => ({
  ...presentContact(view),
  consents: view.consents.map(presentConsent),
});

export const presentConversation = (view: ConversationView): Conversation => ({
  id: view.contactId,
  phone: view.phone,
  first_name: view.firstName,
  last_name: view.lastName,
  contact_status: view.contactStatus,
  open: view.open,
  read: view.unread === 0,
  unread: view.unread,
  status: view.open ? 'open' : 'closed',
  assignee_id: view.assigneeId,
  last_message:
    view.lastMessage === null ?
      null
    : {
        body: view.lastMessage.body,
        direction: view.lastMessage.direction,
        at: view.lastMessage.at,
        status: view.lastMessage.status,
        has_media: view.lastMessage.hasMedia,
      },
  position: view.position,
});

export const presentMessage = (view: MessageView): Message => ({
  id: view.id,
  contact_id: view.contactId,
  direction: view.direction,
  kind: view.kind,
  body: view.body,
  media: view.media.map((item) => ({ url: item.url, content_type: item.contentType })),
  status: view.status,
  purpose: view.purpose,
  segments: view.segments,
  error_code: view.errorCode,
  reason: view.reason,
  held_until: view.heldUntil,
  at: view.at,
  position: view.position,
  history: view.history.map((step) => ({ status: step.status, at: step.at })),
  author_id: view.authorId,
});
