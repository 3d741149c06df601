import type { Logger } from 'pino';
import type { EmailOutcome, EmailProvider } from '../../adapters/email/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Vault } from '../../adapters/vault/port.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { AccountMailRequested } from '../../domain/mail/events.ts';
import { AccountMail } from '../../domain/mail/account-mail.ts';
import type { UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { receivesMail } from '../../domain/user/password.ts';
import { User } from '../../domain/user/user.ts';
import { backoff } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';
import type { MailBrand } from './brand.ts';
import { endMail, type MailEntry, mailUnknown, putMailBack } from './table.ts';
import { composeMail, type MailKind, passwordLink } from './templates.ts';

/** Through whom an agency's mail goes out. `from.name` null: the brand's name. */
export interface MailRoute {
  readonly provider: EmailProvider;
  readonly from: { readonly address: string; readonly name: string | null };
}

/** What account mails need of the world; left out, none are sent. */
export interface MailService {
  /** The agency's own provider, else the platform's; null: there is none yet. */
  readonly routeFor: (agencyId: string | null) => Promise<MailRoute | null>;
  readonly brandOf: (agencyId: string | null) => Promise<MailBrand>;
  readonly vault: Pick<Vault, 'get'>;
}

export interface MailSettings {
  /** How often one mail is tried in all. */
  readonly attempts: number;
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** How long an unknown outcome waits before the mail goes out once more. */
  readonly unknownMs: number;
  /** How long to wait where there is no provider. */
  readonly noProviderMs: number;
}
export const defaultMailSettings: MailSettings = {
  attempts: 8,
  retryFirstMs: 5_000,
  retryLongestMs: 15 * 60_000,
  unknownMs: 60_000,
  noProviderMs: 30_000,
};

export interface MailDelivery {
  readonly db: Database;
  /** With the codec on: the address is read when the mail is sent. */
  readonly store: EventStore;
  readonly service: MailService;
  readonly settings: MailSettings;
  readonly holder: string;
  readonly now: () => Date;
  readonly log: Logger;
  /** Fires when the process stops and the time to drain is over: the request under way becomes unknown. */
  readonly cut: AbortSignal;
}

/** Ends a mail without sending it. */
class NotSent extends Error {}

/**
 * Sends one mail that has been taken. An unknown outcome is tried again under the same Message-ID after a minute,
 * unlike a text: losing the way back into an account is worse than finding the same mail twice, which most mailboxes
 * show once (docs/decisions/0007-account-mails.md).
 */
export async function deliverMail(
  { db, store, service, settings, holder, now, log, cut }: MailDelivery,
  entry: MailEntry,
): Promise<void> {
  const { mailId } = entry;
  const later = (ms: number): Date => new Date(now().getTime() + ms);
  let route: MailRoute | null = null;
  try {
    const letter = await readLetter(store, entry, now());
    route = await service.routeFor(entry.agencyId);
    if (route === null) {
      log.warn(
        { mail: mailId, kind: entry.kind },
        'A mail to a user waits: no mail provider is set up. Set SMTP_URL, or enter a provider in the settings.',
      );
      return await putMailBack(
        db,
        holder,
        mailId,
        later(settings.noProviderMs),
        'no mail provider is set up (SMTP_URL)',
        false,
      );
    }
    const brand = await service.brandOf(entry.agencyId);
    const token = entry.tokenRef === null ? null : await service.vault.get(entry.tokenRef);
    if (entry.tokenRef !== null && token === null) throw new NotSent('its link is gone');
    const content = composeMail(letter.kind, {
      brand,
      firstName: letter.firstName,
      link: token === null ? (letter.about?.link ?? null) : passwordLink(brand.url, token),
      about: letter.about,
    });
    const outcome = await Promise.race([
      route.provider.send({
        from: { name: route.from.name ?? brand.name, address: route.from.address },
        to: letter.email,
        ...content,
        messageId: `<${mailId}@${route.from.address.split('@').at(-1)}>`,
        // RFC 3834: no out-of-office answers, please.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(brand.supportEmail === null ? {} : { 'Reply-To': brand.supportEmail }),
        },
      }),
      aborted(cut),
    ]);
    await settle(outcome);
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    log.info({ mail: mailId, kind: entry.kind, reason: error.message }, 'A mail to a user is not sent.');
    await endMail(
      db,
      holder,
      mailId,
      { state: 'failed', provider: route?.provider.name ?? 'none', providerMessageId: null, note: error.message },
      now(),
    );
  }

  async function settle(outcome: EmailOutcome): Promise<void> {
    const provider = route!.provider.name;
    if (outcome.kind === 'accepted')
      return endMail(
        db,
        holder,
        mailId,
        { state: 'sent', provider, providerMessageId: outcome.providerMessageId, note: null },
        now(),
      );
    const last = entry.attempts >= settings.attempts;
    log.warn(
      {
        mail: mailId,
        kind: entry.kind,
        provider,
        outcome: outcome.kind,
        detail: outcome.detail,
        attempt: entry.attempts,
      },
      'A mail to a user did not go out.',
    );
    if (last || (outcome.kind === 'rejected' && outcome.permanent))
      return endMail(
        db,
        holder,
        mailId,
        { state: 'failed', provider, providerMessageId: null, note: outcome.detail },
        now(),
      );
    if (outcome.kind === 'unknown') return mailUnknown(db, holder, mailId, later(settings.unknownMs), outcome.detail);
    return putMailBack(
      db,
      holder,
      mailId,
      later(backoff(entry.attempts - 1, settings.retryFirstMs, settings.retryLongestMs)),
      outcome.detail,
      true,
    );
  }
}

/** To whom, and whether it is still worth sending. */
async function readLetter(
  store: EventStore,
  entry: MailEntry,
  now: Date,
): Promise<{
  kind: MailKind;
  email: string;
  firstName: string;
  about: EventOf<typeof AccountMailRequested>['data']['about'];
}> {
  const [mailStream, userStream] = [streams.accountMail(entry.mailId), streams.user(entry.userId as UserId)];
  const read = await store.readMany([mailStream, userStream]);
  const events = read.get(mailStream) ?? [];
  const requested = events.find((event) => is(event, AccountMailRequested));
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
    ![...user.links.values()].some((link) => link.mailId === entry.mailId)
  )
    throw new NotSent('its link can not be used any more');
  const firstName = about === null && user.status === 'active' ? (user.firstName ?? '') : '';
  return { kind, email, firstName, about };
}

function aborted(signal: AbortSignal): Promise<EmailOutcome> {
  const outcome: EmailOutcome = { kind: 'unknown', detail: 'stopped during the request' };
  return signal.aborted ?
      Promise.resolve(outcome)
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(outcome), { once: true }));
}
