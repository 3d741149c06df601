import { BillingContact } from '../../domain/bills/contact.ts';
import { type AgencyId, type BusinessId, UserId, uuidV5, namespaces } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/users/user.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** Someone who gets an email about money. `userId`: whose key its address is encrypted with. */
export interface BillRecipient {
  readonly userId: UserId;
  readonly email: string;
  /** Tells the emails of several addresses apart; null: the first. */
  readonly copy: number | null;
}

/** Who gets the bills of an agency or a business: its billing contact with all copies, else its owner. */
export async function billRecipients(
  world: CommandServices,
  id: AgencyId | BusinessId,
  ownerId: UserId | null,
): Promise<readonly BillRecipient[]> {
  const { personId, email, copies } = await world.loadState(streams.billingContact(id), BillingContact);
  if (personId !== null && email !== null) {
    const userId = UserId.parse(personId);
    return [{ userId, email, copy: null }, ...copies.map((address, copy) => ({ userId, email: address, copy }))];
  }
  const owner = ownerId === null ? null : await world.loadState(streams.user(ownerId), User);
  return ownerId !== null && owner?.status === 'active' && owner.email !== null ?
      [{ userId: ownerId, email: owner.email, copy: null }]
    : [];
}

/** The id of the email to one of them. */
export const mailTo = (mailId: string, { copy }: BillRecipient): string =>
  copy === null ? mailId : uuidV5(namespaces.command, mailId, 'copy', String(copy));
