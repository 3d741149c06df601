import type { BusinessId, ContactId, MessageId } from '../kernel/ids.ts';
import type { OptOutLook } from '../sms/looks-like-opt-out.ts';
import type { Contact } from './contact.ts';
import { ContactOptOutDismissed, ContactOptOutSuspected, type ContactEvent } from './events.ts';

interface Suspecting {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly messageId: MessageId;
  readonly look: OptOutLook | null;
  /** Someone of the business has this conversation in hand: a bare no answers them. */
  readonly inDialogue: boolean;
}

/**
 * Their text looks like an opt-out. A plainer one takes the place of a bare no, so that an automation's question doesn't
 * explain it away; after that, one is enough: whoever looks reads the whole conversation.
 */
export function suspectOptOut(
  { contactId, businessId, messageId, look, inDialogue }: Suspecting,
  contact: Contact,
): readonly ContactEvent[] {
  if (look === null || contact.status === 'optedOut' || contact.status === 'erased') return [];
  const isBareNo = look === 'bare-no';
  if (isBareNo && inDialogue) return [];
  const suspected = contact.status === 'none' ? null : contact.suspected;
  if (suspected !== null && (isBareNo || !suspected.isBareNo)) return [];
  return [ContactOptOutSuspected.create({ contactId, businessId, messageId, isBareNo })];
}

type Via = Parameters<typeof ContactOptOutDismissed.create>[0]['via'];

/** It was no opt-out. Where nothing waits to be looked at, nothing new is true. */
export function keepSubscribed({ via }: { readonly via: Via }, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased' || contact.suspected === null) return [];
  const { contactId, businessId, suspected } = contact;
  return [ContactOptOutDismissed.create({ contactId, businessId, messageId: suspected.messageId, via })];
}

/** The bare no that an automation had asked for answers it, and is no opt-out. Any other text waits for a person. */
export const answeredByNo = (messageIds: readonly string[], contact: Contact): readonly ContactEvent[] =>
  (
    contact.status !== 'none' &&
    contact.suspected?.isBareNo === true &&
    messageIds.includes(contact.suspected.messageId)
  ) ?
    keepSubscribed({ via: 'answer' }, contact)
  : [];
