import type { MessageView } from '../../projections/livechat/message-queries.ts';
import type { ConversationView } from '../../projections/livechat/queries.ts';
import type { ScheduledTextView } from '../../projections/livechat/scheduled.ts';
import type { Conversation, ScheduledText } from '../contract/livechat.ts';
import type { MediaItem, Message } from '../contract/messages.ts';
import { mediaIdOf, mediaUrl } from '../kernel/media-address.ts';

/** Who of the business's agency answers for it, by id: under their name and what the agency is called. */
export type AgencyNames = ReadonlyMap<string, string>;

export const presentConversation = (view: ConversationView, agency: AgencyNames): Conversation => ({
  id: view.contactId,
  phone: view.phone,
  first_name: view.firstName,
  last_name: view.lastName,
  contact_status: view.contactStatus,
  open: view.open,
  read: view.unread === 0,
  unread: view.unread,
  needs_reply: view.needsReply,
  failed: view.failed,
  looks_opted_out:
    view.looksOptedOut === null ?
      null
    : { message_id: view.looksOptedOut.messageId, body: view.looksOptedOut.body, at: view.looksOptedOut.at },
  status: view.open ? 'open' : 'closed',
  assignee_id: view.assigneeId,
  assignee: view.assignee ?? agency.get(view.assigneeId ?? '') ?? null,
  assigned_why: view.assignedWhy,
  waiting_since: view.waitingSince,
  due_at: view.dueAt,
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

const nothing = { url: null, content_type: null, width: null, height: null, reason: null } as const;

/** px, by the address of a picture. */
export type PictureSizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;
export const noSizes: PictureSizes = new Map();

/** Of a text that we send. */
export const presentOwnMedium = (
  { url, contentType }: { readonly url: string; readonly contentType: string | null },
  publicUrl: string,
  sizes: PictureSizes,
): MediaItem =>
  mediaIdOf(publicUrl, url) === null ?
    { ...nothing, state: 'refused', reason: 'not-fetched' }
  : { ...nothing, ...sizes.get(url), state: 'stored', url, content_type: contentType };

/** Only what is kept here is shown: an address from elsewhere would tell its owner who looks, and when. */
function presentMedia(view: MessageView, publicUrl: string, sizes: PictureSizes): MediaItem[] {
  if (view.direction === 'in')
    return view.media.map((_, index) => {
      const ended = view.mediaEnded.find((one) => one.index === index);
      if (ended === undefined) return { ...nothing, state: 'loading' };
      const { mediaId, contentType, width, height, refused } = ended;
      if (!mediaId) return { ...nothing, state: 'refused', reason: refused ?? 'not-fetched' };
      const size = { width: width ?? null, height: height ?? null };
      return {
        ...nothing,
        ...size,
        state: 'stored',
        url: mediaUrl(publicUrl, mediaId),
        content_type: contentType ?? null,
      };
    });
  return view.media.map((item) => presentOwnMedium(item, publicUrl, sizes));
}

/** `sizes`: of the pictures that we sent. */
export const presentMessage = (view: MessageView, publicUrl: string, sizes: PictureSizes = noSizes): Message => ({
  id: view.id,
  contact_id: view.contactId,
  direction: view.direction,
  kind: view.kind,
  body: view.body,
  media: presentMedia(view, publicUrl, sizes),
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

export const presentScheduledText = (
  view: ScheduledTextView,
  publicUrl: string,
  sizes: PictureSizes,
): ScheduledText => ({
  id: view.id,
  contact_id: view.contactId,
  body: view.body,
  media: view.media.map((item) => presentOwnMedium(item, publicUrl, sizes)),
  send_at: view.sendAt,
  status: view.status as ScheduledText['status'],
  reason: view.reason,
  author_id: view.authorId,
  author: view.author,
});
