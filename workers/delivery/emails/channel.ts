import { type EmailProvider, noMailbox, type OutgoingEmail } from '../../../adapters/email/port.ts';
import type { Vault } from '../../../adapters/vault/port.ts';
import type { EmailTypes } from '../../../commands/delivery/channels/email.ts';
import {
  AccountEmailRequested,
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailQueued,
  EmailSuppressed,
} from '../../../domain/emails/events.ts';
import { holds } from '../../../domain/delivery/verdict.ts';
import { noCountry } from '../../../domain/rates/measures.ts';
import { isBulk, isRepeatable } from '../../../domain/emails/fields.ts';
import { is, platformTenant } from '../../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Services } from '../../engine/reactions.ts';
import { haltBroadcast, senderCommands } from '../commands.ts';
import { noFundsNote } from '../text/deliver.ts';
import type { HandedChannel, HandoverFeed, Heard, Made } from '../handover/channel.ts';
import { handed } from '../handover/loop.ts';
import type { EndedEntry, Entry } from '../handover/queue.ts';
import { accountLetter } from './account-letter.ts';
import type { BillFor } from './bill.ts';
import type { EmailBrand } from './brand.ts';
import { businessLetter } from './business-email.ts';
import { oneLine } from './html.ts';
import type { Letter } from './letter.ts';

/** Through whom email goes out. `from.name` null: the name of the brand, or of the business. */
export interface EmailRoute {
  readonly provider: EmailProvider;
  readonly from: { readonly address: string; readonly name: string | null };
  /** Whether the provider tells what becomes of an email (its webhook has a key); else that it was taken is all there is. */
  readonly tells: boolean;
}

/** What emails need of the world; left out, none are sent. */
export interface EmailService {
  /** The business's own provider where it is a business's email, else its agency's, else the platform's; null: there is none yet. */
  readonly routeFor: (agencyId: string | null, businessId: string | null) => Promise<EmailRoute | null>;
  readonly brandOf: (agencyId: string | null) => Promise<EmailBrand>;
  readonly vault: Pick<Vault, 'get'>;
}

const ends =
  (as: Heard) =>
  ({ data }: StoredEvent) => ({ id: String(data['mailId']), as });

/** Where emails wait, and what the log tells of them. */
export const emailFeed: HandoverFeed = {
  name: 'mail',
  lanes: { single: 0, bulk: 1 },
  queues: {
    [AccountEmailRequested.type](event) {
      if (!is(event, AccountEmailRequested)) return null;
      const { mailId: id, userId, agencyId, kind, tokenRef, expiresAt } = event.data;
      const whose = { userId, agencyId, businessId: null, contactId: null };
      return { id, ...whose, kind, tokenRef, expiresAt, lane: 'single', repeatable: true };
    },
    [EmailQueued.type](event) {
      // A broadcast's is there since its audience was frozen.
      if (!is(event, EmailQueued) || event.data.broadcastId !== null) return null;
      const { mailId: id, businessId, contactId, purpose } = event.data;
      const { agencyId } = event.metadata.tenant;
      const whose = { userId: null, tokenRef: null, expiresAt: null, businessId, contactId, agencyId };
      return {
        id,
        ...whose,
        kind: purpose,
        lane: isBulk(purpose) ? 'bulk' : 'single',
        repeatable: isRepeatable(purpose),
      };
    },
  },
  ends: {
    [EmailAccepted.type]: ends('delivered'),
    [EmailDelivered.type]: ends('delivered'),
    [EmailBounced.type]: ends('failed'),
    [EmailComplained.type]: ends('complained'),
    [EmailFailed.type]: ends('failed'),
    // What fails by our own fault fails for the next ones too: such a broadcast is not well.
    [EmailSuppressed.type]: (event) =>
      ends(is(event, EmailSuppressed) && event.data.reason === 'our-fault' ? 'failed' : 'withheld')(event),
  },
};

/** An account that was entered or replaced is used by broadcasts after so long, in ms. */
const routeKeptMs = 5_000;

export interface EmailNeeds {
  /** How emails reach users of the product and the contacts of businesses; left out: they wait. */
  readonly mail?: EmailService;
  /** Makes bills that go with emails; left out: there are none. */
  readonly billFor?: BillFor;
}
export const emails = handed<EmailTypes, EmailNeeds>(emailFeed, ({ mail, billFor, ...services }) =>
  mail ? emailChannel(mail, services, billFor) : null,
);

/** How emails are carried: those of businesses, and the product's own to its users. */
function emailChannel(
  service: EmailService,
  { store, commands, now, log }: Pick<Services, 'store' | 'commands' | 'now' | 'log'>,
  billFor: BillFor | undefined,
): HandedChannel<EmailTypes> {
  const routes = new Map<string, { readonly route: Promise<EmailRoute | null>; readonly until: number }>();
  function routeOf({ agencyId, businessId, broadcastId }: Entry): Promise<EmailRoute | null> {
    if (broadcastId === null || businessId === null) return service.routeFor(agencyId, businessId);
    const kept = routes.get(businessId);
    if (kept !== undefined && kept.until > now().getTime()) return kept.route;
    if (routes.size > 1_000) routes.clear();
    const route = service.routeFor(agencyId, businessId);
    routes.set(businessId, { route, until: now().getTime() + routeKeptMs });
    route.catch(() => routes.delete(businessId));
    return route;
  }
  async function made(entry: Entry, { to, compose }: Letter): Promise<Made | null> {
    const route = await routeOf(entry);
    if (route === null) {
      const about = { mail: entry.id, kind: entry.kind, business: entry.businessId };
      const help = 'Set SMTP_URL, or enter a provider in the settings.';
      log.warn(about, `An email waits: no email provider is set up. ${help}`);
      return null;
    }
    const { provider, tells } = route;
    const { fromName, ...content } = await compose(await service.brandOf(entry.agencyId));
    const email = addressed(route, entry.id, fromName, { to, ...content });
    return { provider: provider.name, tells, send: (handOver) => provider.send(email, handOver) };
  }
  return {
    commands: senderCommands<EmailTypes>({ worker: 'mail-sender', noun: 'mail', log }, commands.delivery.mail),
    waitsFor: 'no email provider is set up (SMTP_URL)',
    make: (entry, content) => made(entry, businessLetter(content)),
    useOf: ({ purpose, charge }) => ({
      key: { channel: 'email', direction: 'out', country: noCountry, carrierClass: 'other' },
      pieces: 1,
      charge,
      isOwed: !holds('funds', { channel: 'mail', purpose }),
    }),
    halt: (entry) => haltBroadcast(commands, 'mail-sender', entry, 'insufficient-funds', noFundsNote),
    own: {
      async decide(entry) {
        const letter = await accountLetter(store, service.vault, entry, now(), billFor);
        return () => made(entry, letter);
      },
      record({ id, state, provider, providerMessageId, note }) {
        const [actor, causationId] = [{ kind: 'system', name: 'account-mail' } as const, null];
        const caller = { role: 'system', actor, tenant: platformTenant } as const;
        const commandId = uuidV5(namespaces.command, id, 'ended', state);
        const context = { caller, commandId, correlationId: id, causationId };
        return state === 'sent' ?
            commands.emails.recordSent(context, { mailId: id, provider, providerMessageId })
          : commands.emails.recordFailed(context, { mailId: id, provider, reason: note });
      },
    },
    /** There is no such mailbox, as a bounce would say later: nothing more is sent there. */
    refusal({ note }: EndedEntry) {
      if (!note.startsWith(noMailbox)) return null;
      const reason = note.slice(noMailbox.length).trim().slice(0, 100);
      return { at: now().toISOString(), what: { kind: 'bounced', bounce: 'hard', reason, taken: false } };
    },
  };
}

/** An email as its provider is handed it, under a Message-ID that it keeps however often it is tried. */
const addressed = (
  { from }: EmailRoute,
  emailId: string,
  fromName: string,
  content: Omit<OutgoingEmail, 'from' | 'messageId'>,
): OutgoingEmail => ({
  from: { name: oneLine(from.name ?? fromName), address: from.address },
  ...content,
  messageId: `<${emailId}@${from.address.split('@').at(-1)}>`,
});
