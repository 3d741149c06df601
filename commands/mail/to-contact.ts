import { z } from 'zod';
import { legibleMail } from '../../domain/delivery/channels/mail.ts';
import type { Reach } from '../../domain/delivery/reach.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { BroadcastId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import {
  ContactMail,
  isQueued,
  recordMailAccepted,
  recordMailFailure,
  recordMailUnknown,
  suppressMail,
} from '../../domain/mail/contact-mail.ts';
import {
  type ContactMailEvent,
  EmailAccepted,
  EmailFailed,
  EmailOutcomeUnknown,
  EmailSuppressed,
} from '../../domain/mail/events.ts';
import { MailSuppressReason } from '../../domain/mail/fields.ts';
import { streams } from '../../domain/streams.ts';
import { mails, mailToSend, type MailToSend } from '../delivery/channels/mail.ts';
import { decideQueued } from '../delivery/decide.ts';
import { sayLast } from '../delivery/say.ts';
import { publicAddress } from '../directory/public-address.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

export type MailDecision =
  /** `reach` null: someone asked for it, or waits for it. */
  | { readonly kind: 'send'; readonly mail: MailToSend; readonly reach: Reach | null }
  | { readonly kind: 'suppressed'; readonly reason: string }
  /** It has an end already: nothing to do. */
  | { readonly kind: 'done' };

/** The last look before a mail leaves: see `decideQueued`. */
export const decideSend = command({
  input: z.object({
    mailId: z.uuid(),
    /** It was handed over before and no one knows whether it was taken: then a no does not say that it was kept. */
    mayHaveArrived: z.boolean(),
  }),
  by: ['system'],
  async run(call, { mailId, mayHaveArrived }): Promise<CommandOutcome<MailDecision>> {
    const { work, verdict, state, tenant, business, reach } = await decideQueued(call, mails, mailId, (no, current) =>
      no.kind === 'suppress' && mayHaveArrived ?
        recordMailUnknown({ provider: 'none', detail: `not tried again (${no.reason})` }, current)
      : mails.said(no, current),
    );
    if (verdict.kind === 'suppress') return work.outcome({ kind: 'suppressed', reason: verdict.reason });
    const queued = isQueued(state) ? legibleMail(state.mail) : null;
    if (verdict.kind !== 'send' || queued === null || business.status === 'none') return work.outcome({ kind: 'done' });
    const base = await publicAddress(call.world, tenant.agencyId);
    return work.outcome({ kind: 'send', mail: await mailToSend(call.world, queued, business, base), reach });
  },
});

/** The provider took it and named it. */
export const recordAccepted = command({
  input: z.object({ mailId: z.uuid(), provider: text, providerMessageId: text }),
  by: ['system'],
  run: (call, { mailId, ...taken }) => end(call, mailId, (mail) => recordMailAccepted(taken, mail)),
});
/** Its place was taken when it was about to go out. */
export const holdBack = command({
  input: z.object({ mailId: z.uuid(), reason: MailSuppressReason }),
  by: ['system'],
  run: (call, { mailId, reason }) => end(call, mailId, (mail) => suppressMail(reason, mail)),
});
/** Refused for good, or tried too often. */
export const recordFailure = command({
  input: z.object({ mailId: z.uuid(), provider: text, reason: text }),
  by: ['system'],
  run: (call, { mailId, ...failure }) => end(call, mailId, (mail) => recordMailFailure(failure, mail)),
});
/** Nobody knows whether it was taken, and it is not sent again. */
export const recordUnknown = command({
  input: z.object({ mailId: z.uuid(), provider: text, detail: text }),
  by: ['system'],
  run: (call, { mailId, ...what }) => end(call, mailId, (mail) => recordMailUnknown(what, mail)),
});

/**
 * What came of a mail whose own stream can not be read: it is said without a look at it. `broadcastId` null: it is none's.
 * What was not taken goes on counting as used: whether it was said to be about to go out, nobody knows.
 */
export const endUnread = command({
  input: z.object({
    mailId: z.uuid(),
    contactId: ContactId,
    broadcastId: BroadcastId.nullable(),
    end: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted'), provider: text, providerMessageId: text }),
      z.object({ kind: z.literal('failed'), provider: text, reason: text }),
      z.object({ kind: z.literal('unknown'), provider: text, detail: text }),
      z.object({ kind: z.literal('suppressed'), reason: MailSuppressReason }),
    ]),
  }),
  by: ['system'],
  run({ world, context }, { mailId, contactId, broadcastId, end: { kind, ...end } }) {
    const ids = { mailId, businessId: BusinessId.parse(context.caller.tenant.businessId), contactId };
    const data = { ...ids, ...end, ...(broadcastId !== null && kind === 'accepted' ? { queuedFor: broadcastId } : {}) };
    const { type, version } = endsByKind[kind];
    return sayLast(world, context, streams.mail(mailId), { type, version, data });
  },
});
const endsByKind = {
  accepted: EmailAccepted,
  failed: EmailFailed,
  unknown: EmailOutcomeUnknown,
  suppressed: EmailSuppressed,
} as const;

async function end(
  { world, context }: Call,
  mailId: string,
  decide: (mail: ContactMail) => readonly ContactMailEvent[],
) {
  const { stream, stored, tenant } = await load(world, mailId);
  const work = startUnitOfWork(world, context, {
    tenant,
    correlationId: stored[0]!.metadata.correlationId,
    causationId: stored[0]!.id,
  });
  await work.change({ stream, aggregate: ContactMail, seen: stored, decide });
  return work.outcome(undefined);
}

async function load(world: CommandServices, mailId: string) {
  const stream = streams.mail(mailId);
  const stored = await world.events.read(stream);
  const state = stateOf(ContactMail, stored);
  if (!isQueued(state)) throw new DomainError('not_found', 'This mail does not exist.');
  return { stream, stored, tenant: stored[0]!.metadata.tenant };
}
