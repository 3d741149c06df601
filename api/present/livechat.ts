import type { MessageView } from '../../projections/conversations/message-queries.ts';
import type { ConversationView } from '../../projections/conversations/queries.ts';
import type { Conversation } from '../contract/livechat.ts';
import type { Message } from '../contract/messages.ts';

export const presentConversation = (view: ConversationView): Conversation => ({
  id: view.contactId,
  phone: view.phone,
  first_name: view.firstName,
  last_name: view.lastName,
  contact_status: view.contactStatus,
  open: view.open,
  read: view.unread === 0,
  unread: view.unread,
  needs_reply: view.needsReply,
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
  author: view.author,
  rule: view.rule,
});
