import type { Logger } from 'pino';
import type { Commands } from '../../../commands/catalogue.ts';
import type { TextTypes } from '../../../commands/delivery/channels/text.ts';
import { ourFault } from '../../engine/retry-policy.ts';
import { type Claim, haltBroadcast, type HaltedBy, senderCommands, type Subject } from '../commands.ts';

const worker = 'message-sender';

/** What the sender of texts asks and says. */
export const textCommands = ({ delivery, broadcasts }: Pick<Commands, 'delivery' | 'broadcasts'>, log: Logger) => ({
  ...senderCommands<TextTypes>({ worker, noun: 'text', log }, delivery.text),
  /** Pauses the broadcast of a recipient. */
  halt: (of: Claim, by: HaltedBy, note: string) => haltBroadcast({ broadcasts }, worker, of, by, note),
});
export type TextCommands = ReturnType<typeof textCommands>;

/** What people are told of a text that failed by our own fault. */
const ourFaultWords = 'It could not be sent: something went wrong here. It was given up, and we were told.';
const nobodyKnows = 'It’s unclear whether the carrier took it, and it’s never sent twice.';

/** It was tried so often in vain, by our own fault, and has certainly not gone out. */
export const endAsFailed = (commands: TextCommands, text: Subject): Promise<void> => {
  if (text.broadcastId !== null)
    return commands.end(text, () => commands.withhold(text, ourFault), { kind: 'suppressed', reason: ourFault });
  const failed = { kind: 'failed', provider: 'none', errorCode: null, reason: ourFaultWords } as const;
  return commands.end(text, () => commands.record(text, failed), failed);
};

/** Nobody knows whether the carrier took it, and nobody will: it is never sent a second time on suspicion. */
export const endAsUnsure = (commands: TextCommands, text: Subject, reason = nobodyKnows): Promise<void> => {
  const failed = { kind: 'failed', provider: 'none', errorCode: null, reason, unsure: true } as const;
  return commands.end(text, () => commands.record(text, failed, 'record-unsure'), failed);
};
