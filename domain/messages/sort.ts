import { type InboundMessageEvent, MessageAnsweredAutomatically, MessageRoutedToInbox } from './events.ts';
import type { AnsweringRule } from './fields.ts';
import type { Message } from './message.ts';

export interface Sort {
  /** Null: no rule applies, people deal with it. */
  readonly rule: AnsweringRule | null;
  /** Of the text in the event log. */
  readonly receivedPosition: string;
}

/** Says who deals with a text that came in, once: what has been said stays, whatever a later look at it would find. */
export function sort({ rule, receivedPosition }: Sort, message: Message): readonly InboundMessageEvent[] {
  if (message.status !== 'received' || message.sorted) return [];
  const { messageId, businessId, contactId } = message.message;
  const about = { messageId, businessId, contactId, receivedPosition };
  return [rule === null ? MessageRoutedToInbox.create(about) : MessageAnsweredAutomatically.create({ ...about, rule })];
}
