import type { BusinessId, ContactId } from '../kernel/ids.ts';
import type { Contact } from './contact.ts';
import { ContactOptedOut, type ContactEvent } from './events.ts';

export interface OptOut {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly via: 'message' | 'screen' | 'carrier' | 'unsubscribe-page' | 'import';
  readonly words: string | null;
  readonly providerMessageId: string | null;
  /** Left out: none was given. */
  readonly reason?: string | null;
}

/** Whoever is out stays out, and is not told twice. Somebody never seen before can opt out too: they are never to be texted. */
export function optOut(command: OptOut, contact: Contact): readonly ContactEvent[] {
  return contact.status === 'optedOut' ? [] : [ContactOptedOut.create(command)];
}
