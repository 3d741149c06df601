import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { text } from '../../domain/kernel/fields.ts';
import type { UserId } from '../../domain/kernel/ids.ts';
import { AccountEmailRequested } from '../../domain/emails/events.ts';
import { AccountEmail } from '../../domain/emails/account-email.ts';
import { recordEmailFailed, recordEmailSent } from '../../domain/emails/record.ts';
import { streams } from '../../domain/streams.ts';
import { type Call, command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';

/** An email of the product to one of its users has left. */
export const recordSent = command({
  input: z.object({ mailId: z.uuid(), provider: text, providerMessageId: text }),
  by: ['system'],
  run: (call, input) => end(call, input.mailId, (userId, state) => recordEmailSent({ ...input, userId }, state)),
});

/** It will not be sent: refused for good, expired, or tried too often. */
export const recordFailed = command({
  input: z.object({ mailId: z.uuid(), provider: text, reason: text }),
  by: ['system'],
  run: (call, input) => end(call, input.mailId, (userId, state) => recordEmailFailed({ ...input, userId }, state)),
});

/** Either way the secret of the email's link has done its duty and leaves the vault; its hash stays with the user. */
async function end(
  { world, context }: Call,
  emailId: string,
  decide: (userId: UserId, email: AccountEmail) => ReturnType<typeof recordEmailSent>,
) {
  const stream = streams.accountEmail(emailId);
  const seen = await world.events.read(stream);
  const requested = seen[0];
  if (requested === undefined || !is(requested, AccountEmailRequested))
    throw new DomainError('not_found', 'This email does not exist.');
  const { userId, tokenRef } = requested.data;
  const work = startUnitOfWork(world, context, {
    tenant: requested.metadata.tenant,
    correlationId: requested.metadata.correlationId,
    causationId: requested.id,
  });
  await work.change({ stream, aggregate: AccountEmail, seen, decide: (state) => decide(userId, state) });
  if (tokenRef !== null) await world.vault.delete(tokenRef);
  return work.outcome(undefined);
}
