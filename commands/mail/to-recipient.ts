import { z } from 'zod';
import type { LegibleMail } from '../../domain/delivery/channels/mail.ts';
import type { Reach } from '../../domain/delivery/reach.ts';
import { BroadcastId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { MailSuppressReason } from '../../domain/mail/fields.ts';
import { streams } from '../../domain/streams.ts';
import { mails, mailToSend, type MailToSend } from '../delivery/channels/mail.ts';
import { decideRecipients as decideAll, type RecipientDecided } from '../delivery/decide.ts';
import { sayFirst } from '../delivery/say.ts';
import { withhold as withholdOne } from '../delivery/withhold.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';

/** What is to be done with a recipient now. */
export type MailRecipientDecision = Exclude<
  RecipientDecided<{
    readonly kind: 'send';
    readonly mail: MailToSend;
    readonly queued: LegibleMail;
    /** No event tells of it yet: `queue` says it before it goes out. */
    readonly fresh: boolean;
    readonly reach: Reach;
  }>,
  { kind: 'hold' }
>;

const recipient = z.object({
  mailId: z.uuid(),
  contactId: ContactId,
  variant: z.number().int(),
  /** It was tried before: its stream is looked at first. */
  tried: z.boolean(),
});

/** The last look at some recipients of one broadcast by mail: see `decideRecipients` of `commands/delivery`. */
export const decideRecipients = command({
  input: z.object({ broadcastId: BroadcastId, recipients: z.array(recipient) }),
  by: ['system'],
  async run(call, { broadcastId, recipients }): Promise<CommandOutcome<readonly MailRecipientDecision[]>> {
    const asked = recipients.map(({ mailId: id, ...one }) => ({ id, ...one }));
    const decided = await decideAll(
      call,
      mails,
      broadcastId,
      asked,
      async ({ queued, business, base, fresh, reach }) => {
        if (business.status === 'none') throw new Error('A business that is not there may not send.');
        const mail = await mailToSend(call.world, queued, business, base);
        return { kind: 'send' as const, mail, queued, fresh, reach };
      },
    );
    return { position: null, result: decided.map(notHeld) };
  },
});
/** No rule holds a mail: see the law. */
function notHeld<T extends { readonly kind: string }>(decided: T): Exclude<T, { readonly kind: 'hold' }> {
  if (decided.kind === 'hold') throw new Error('No rule holds a mail.');
  return decided as Exclude<T, { readonly kind: 'hold' }>;
}

/** A recipient is not written to after all: their place was taken, or their broadcast is over and something was said. */
export const withhold = command({
  input: z.object({ mailId: z.uuid(), contactId: ContactId, reason: MailSuppressReason }),
  by: ['system'],
  async run(call, { mailId: id, contactId, reason }): Promise<CommandOutcome> {
    const businessId = BusinessId.parse(call.context.caller.tenant.businessId);
    await withholdOne(call, mails, { id, businessId, contactId }, reason);
    return { position: null, result: undefined };
  },
});

/** Says what is about to be sent, with the version and the contact's values: see `sayFirst`. */
export const queue = command({
  input: z.object({ mail: z.custom<LegibleMail>(), attempt: z.number().int() }),
  by: ['system'],
  run: (call, { mail, attempt }): Promise<CommandOutcome<boolean>> => sayFirst(call, mails, mail.mailId, mail, attempt),
});

/** Whether anything was said of it: of what was not, nothing was asked of a provider. */
export const wasSaid = command({
  input: z.object({ mailId: z.uuid() }),
  by: ['system'],
  async run({ world }, { mailId }): Promise<CommandOutcome<boolean>> {
    return { position: null, result: (await world.events.read(streams.mail(mailId))).length > 0 };
  },
});
