import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { text } from '../../domain/kernel/fields.ts';
import type { UserId } from '../../domain/kernel/ids.ts';
import { AccountEmailRequested } from '../../domain/mail/events.ts';
import { AccountMail } from '../../domain/mail/account-mail.ts';
import { recordMailFailed, recordMailSent } from '../../domain/mail/record.ts';
import { streams } from '../../domain/streams.ts';
import { type Call, command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';

/** A mail of the product to one of its users has left. */
export const recordSent = command({
  input: z.object({ mailId: z.uuid(), provider: text, providerMessageId: text }),
  by: ['system'],
  run: (call, input) => end(call, input.mailId, (userId, state) => recordMailSent({ ...input, userId }, state)),
});

/** It will not be sent: refused for good, expired, or tried too often. */
export const recordFailed = command({
  input: z.object({ mailId: z.uuid(), provider: text, reason: text }),
  by: ['system'],
  run: (call, input) => end(call, input.mailId, (userId, state) => recordMailFailed({ ...input, userId }, state)),
});

/** Either way the secret of the mail's link has done its duty and leaves the vault; its hash stays with the user. */
async function end(
  { world, context }: Call,
  mailId: string,
  decide: (userId: UserId, mail: AccountMail) => ReturnType<typeof recordMailSent>,
) {
  const stream = streams.accountMail(mailId);
  const seen = await world.events.read(stream);
  const requested = seen[0];
  if (requested === undefined || !is(requested, AccountEmailRequested))
    throw new DomainError('not_found', 'This mail does not exist.');
  const { userId, tokenRef } = requested.data;
  const work = startUnitOfWork(world, context, {
    tenant: requested.metadata.tenant,
    correlationId: requested.metadata.correlationId,
    causationId: requested.id,
  });
  await work.change({ stream, aggregate: AccountMail, seen, decide: (state) => decide(userId, state) });
  if (tokenRef !== null) await world.vault.delete(tokenRef);
  return work.outcome(undefined);
}
