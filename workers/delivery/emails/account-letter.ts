import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Vault } from '../../../adapters/vault/port.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { is } from '../../../domain/kernel/event.ts';
import type { UserId } from '../../../domain/kernel/ids.ts';
import { AccountEmail } from '../../../domain/emails/account-email.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import { streams } from '../../../domain/streams.ts';
import { Team } from '../../../domain/team/team.ts';
import { receivesEmail } from '../../../domain/users/password.ts';
import { User } from '../../../domain/users/user.ts';
import type { EmailBrand } from './brand.ts';
import { NotSent } from '../handover/channel.ts';
import type { AccountEntry } from '../handover/queue.ts';
import type { Letter } from './letter.ts';
import type { BillFor } from './bill.ts';
import { composeEmail, passwordLink } from './templates.ts';

/** An email of the product to one of its users. Throws NotSent when it is not worth sending any more. */
export async function accountLetter(
  store: EventStore,
  vault: Pick<Vault, 'get'>,
  entry: AccountEntry,
  now: Date,
  billFor?: BillFor,
): Promise<Letter> {
  const [emailStream, userStream] = [streams.accountEmail(entry.id), streams.user(entry.userId as UserId)];
  const read = await store.readMany([emailStream, userStream]);
  const events = read.get(emailStream) ?? [];
  const requested = events.find((event) => is(event, AccountEmailRequested));
  if (requested === undefined || stateOf(AccountEmail, events).status !== 'requested')
    throw new NotSent('it has ended already');
  const { kind, email, about, bill, agencyId } = requested.data;
  const user = stateOf(User, read.get(userStream));
  if (!receivesEmail(email))
    throw new NotSent(email === null ? 'the person was erased' : 'no one reads email at this address');
  if (entry.expiresAt !== null && entry.expiresAt <= now) throw new NotSent('its link has expired');
  if (
    entry.tokenRef !== null &&
    user.status === 'active' &&
    ![...user.links.values()].some((link) => link.mailId === entry.id)
  )
    throw new NotSent('its link can not be used any more');
  const team = kind === 'invitation' ? await teamOf(store, user) : null;
  const isOwn = about === null || ['usage-alert', 'billing', 'report', 'checkpoint'].includes(kind);
  const firstName = isOwn && user.status === 'active' ? (user.firstName ?? '') : '';
  return {
    to: email,
    async compose(brand: EmailBrand) {
      const file = bill === undefined || agencyId === null ? null : await billFor?.({ agencyId, ...bill });
      if (kind === 'bill' && !file) throw new NotSent('its statement is missing');
      const token = entry.tokenRef === null ? null : await vault.get(entry.tokenRef);
      if (entry.tokenRef !== null && token === null) throw new NotSent('its link is gone');
      const link = token === null ? absolute(about?.link, brand.url) : passwordLink(brand.url, token);
      return {
        ...composeEmail(kind, { brand, firstName, link, about, team, bill: file ?? null }),
        ...(file ? { attachments: [file.attachment] } : {}),
        fromName: brand.name,
        replyTo: brand.supportEmail,
        // RFC 3834: no out-of-office answers, please.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      };
    },
  };
}

/** A path of the application leads to the brand's own host. */
const absolute = (link: string | undefined, url: string): string | null =>
  link === undefined ? null
  : link.startsWith('/') ? `${url}${link}`
  : link;

/** The business whose team somebody was invited to; null: the account was made for them. */
async function teamOf(store: EventStore, user: User): Promise<string | null> {
  if (user.status !== 'active' || user.businessId === null) return null;
  const names = { team: streams.team(user.businessId), business: streams.business(user.businessId) };
  const found = await store.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  return stateOf(Team, found.get(names.team)).members.has(user.userId) && business.status !== 'none' ?
      business.name
    : null;
}
