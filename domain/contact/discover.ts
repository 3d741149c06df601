import type { BusinessId, ContactId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import type { Contact } from './contact.ts';
import { ContactDiscovered, type ContactEvent } from './events.ts';

export interface Discover {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly phone: E164 | null;
  /** Left out: none. */
  readonly email?: string | null;
  readonly via: 'inbound-message' | 'livechat' | 'import' | 'form' | 'manual';
}

/** A contact comes into being once, whoever meets it first. */
export function discover(command: Discover, contact: Contact): readonly ContactEvent[] {
  return contact.status === 'none' ? [ContactDiscovered.create({ ...command, email: command.email ?? null })] : [];
}
