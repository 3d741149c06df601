import type { Logger } from 'pino';
import { isOutage } from '../../engine/outage.ts';
import type { SenderCommands, Subject, UnreadEnd } from './commands.ts';
import { ourFault } from '../../engine/retry-policy.ts';

/** What people are told of a text that failed by our own fault. */
const ourFaultWords = 'It could not be sent: something went wrong here. It was given up, and we were told.';
const nobodyKnows = 'Nobody knows whether the carrier took it, and it is not sent twice.';

type Told = Subject & { readonly contactId: string; readonly attempts: number };
interface GiveUp {
  readonly commands: SenderCommands;
  readonly log: Logger;
}

/** It was tried so often in vain, by our own fault, and has certainly not gone out. */
export const endAsFailed = ({ commands, log }: GiveUp, text: Told, isRecipient: boolean): Promise<void> =>
  isRecipient ?
    sayEnd({ commands, log }, text, () => commands.withhold(text, ourFault), { kind: 'suppressed', reason: ourFault })
  : sayEnd({ commands, log }, text, () => commands.recordFailed(text, text.attempts, null, ourFaultWords), {
      kind: 'failed',
      reason: ourFaultWords,
    });

/** Nobody knows whether the carrier took it, and nobody will: it is never sent a second time on suspicion. */
export const endAsUnsure = ({ commands, log }: GiveUp, text: Told, reason = nobodyKnows): Promise<void> =>
  sayEnd({ commands, log }, text, () => commands.recordFailed(text, text.attempts, null, reason, true), {
    kind: 'failed',
    reason,
    unsure: true,
  });

/** Says the end of a text; of one whose own stream can not be read, by our own fault, without a look at it. */
export async function sayEnd(
  { commands, log }: GiveUp,
  text: Told,
  say: () => Promise<unknown>,
  end: UnreadEnd,
): Promise<void> {
  try {
    await say();
  } catch (error) {
    if (isOutage(error)) throw error;
    const about = { gaveUp: 'text-story', message: text.messageId, err: error };
    log.error(about, 'the end of a text was written down without a look at its stream');
    await commands.endUnread(text, end);
  }
}
