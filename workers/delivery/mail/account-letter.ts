import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Vault } from '../../../adapters/vault/port.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { is } from '../../../domain/kernel/event.ts';
import type { UserId } from '../../../domain/kernel/ids.ts';
import { AccountMail } from '../../../domain/mail/account-mail.ts';
import { AccountEmailRequested } from '../../../domain/mail/events.ts';
import { streams } from '../../../domain/streams.ts';
import { Team } from '../../../domain/team/team.ts';
import { receivesMail } from '../../../domain/users/password.ts';
import { User } from '../../../domain/users/user.ts';
import type { MailBrand } from './brand.ts';
import { type Letter, NotSent } from './letter.ts';
import type { AccountEntry } from './queue.ts';
import { composeMail, passwordLink } from './templates.ts';

/** A mail of the product to one of its users. Throws NotSent when it is not worth sending any more. */
export async function accountLetter(
  store: EventStore,
  vault: Pick<Vault, 'get'>,
  entry: AccountEntry,
  now: Date,
): Promise<Letter> {
  const [mailStream, userStream] = [streams.accountMail(entry.id), streams.user(entry.userId as UserId)];
  const read = await store.readMany([mailStream, userStream]);
  const events = read.get(mailStream) ?? [];
  const requested = events.find((event) => is(event, AccountEmailRequested));
  if (requested === undefined || stateOf(AccountMail, events).status !== 'requested')
    throw new NotSent('it has ended already');
  const { kind, email, about } = requested.data;
  const user = stateOf(User, read.get(userStream));
  if (!receivesMail(email))
    throw new NotSent(email === null ? 'the person was erased' : 'nobody reads mail at this address');
  if (entry.expiresAt !== null && entry.expiresAt <= now) throw new NotSent('its link has expired');
  if (
    entry.tokenRef !== null &&
    user.status === 'active' &&
    ![...user.links.values()].some((link) => link.mailId === entry.id)
  )
    throw new NotSent('its link can not be used any more');
  const team = kind === 'invitation' ? await teamOf(store, user) : null;
  const firstName = about === null && user.status === 'active' ? (user.firstName ?? '') : '';
  return {
    to: email,
    async compose(brand: MailBrand) {
      const token = entry.tokenRef === null ? null : await vault.get(entry.tokenRef);
      if (entry.tokenRef !== null && token === null) throw new NotSent('its link is gone');
      const link = token === null ? (about?.link ?? null) : passwordLink(brand.url, token);
      return {
        ...composeMail(kind, { brand, firstName, link, about, team }),
        fromName: brand.name,
        replyTo: brand.supportEmail,
        // RFC 3834: no out-of-office answers, please.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      };
    },
  };
}

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
