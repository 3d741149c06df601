import type { Contact } from './contact.ts';
import { ContactMarkedUnreachable, type ContactEvent } from './events.ts';

/** The carrier said (by 21211, 30005 or 30006) that no text reaches this number. Said once is enough. */
export function markUnreachable(command: { readonly errorCode: number }, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.unreachable !== null) return [];
  return [
    ContactMarkedUnreachable.create({
      contactId: contact.contactId,
      businessId: contact.businessId,
      errorCode: command.errorCode,
    }),
  ];
}
