import type { BusinessId, ContactId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import { fold } from '../kernel/decider.ts';
import { Contact } from './contact.ts';
import { keepSuppressed, type KeptSuppression, noSuppression } from './erase.ts';
import { ContactDiscovered, type ContactEvent } from './events.ts';

export interface Discover {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly phone: E164 | null;
  /** Left out: none. */
  readonly email?: string | null;
  readonly via: 'inbound-message' | 'inbound-call' | 'livechat' | 'import' | 'form' | 'manual';
  /** What whoever was known by this number or address before had said no to, and was erased. Left out: nothing. */
  readonly kept?: KeptSuppression;
}

/** A contact comes into being once, whoever meets it first. */
export function discover({ kept = noSuppression, ...command }: Discover, contact: Contact): readonly ContactEvent[] {
  if (contact.status !== 'none') return [];
  const found = ContactDiscovered.create({ ...command, email: command.email ?? null }) as ContactEvent;
  return [found, ...keepSuppressed(kept, true, fold(Contact, [found]))];
}
