import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { UserId } from '../../domain/kernel/ids.ts';
import { AccountMail } from '../../domain/mail/account-mail.ts';
import { recordMailFailed, recordMailSent } from '../../domain/mail/record.ts';
import { streams } from '../../domain/streams.ts';
import { Text } from '../inputs.ts';
import { allow, begin, parse, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';

const Sent = z.object({ mailId: z.uuid(), provider: Text, providerMessageId: Text });
const Failed = z.object({ mailId: z.uuid(), provider: Text, reason: Text });

/** What the mail worker found out. Either way the secret of the mail's link has done its duty and leaves the vault; its hash stays with the user. */
export const mail = (world: World): Commands['mail'] => ({
  async recordSent(context, given) {
    const input = parse(Sent, given);
    return end(world, context, input.mailId, (userId, state) => recordMailSent({ ...input, userId }, state));
  },
  async recordFailed(context, given) {
    const input = parse(Failed, given);
    return end(world, context, input.mailId, (userId, state) => recordMailFailed({ ...input, userId }, state));
  },
});

async function end(
  world: World,
  context: CommandContext,
  mailId: string,
  decide: (userId: UserId, mail: AccountMail) => ReturnType<typeof recordMailSent>,
) {
  allow(context.caller, 'system');
  const stream = streams.accountMail(mailId);
  const seen = await world.events.read(stream);
  const requested = seen[0];
  if (requested === undefined) throw new DomainError('not_found', 'This mail does not exist.');
  const { userId, tokenRef } = requested.data as { userId: UserId; tokenRef: string | null };
  const work = begin(world, context, {
    tenant: requested.metadata.tenant,
    correlationId: requested.metadata.correlationId,
    causationId: requested.id,
  });
  await work.change({ stream, aggregate: AccountMail, seen, decide: (state) => decide(userId, state) });
  if (tokenRef !== null) await world.vault.delete(tokenRef);
  return work.outcome(undefined);
}
