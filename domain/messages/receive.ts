import type { z } from 'zod';
import { otherCountry } from '../rates/numbers.ts';
import { measured } from './measure.ts';
import type { Message } from './message.ts';
import { type InboundMessageEvent, MessageReceived, UnroutedMessageReceived } from './events.ts';

export type Receive =
  | { readonly routed: z.input<typeof MessageReceived.schema> }
  | { readonly unrouted: z.input<typeof UnroutedMessageReceived.schema> };

/** A carrier may hand over the same text many times; it came in once. */
export function receive(command: Receive, message: Message): readonly InboundMessageEvent[] {
  if (message.status !== 'none') return [];
  if (!('routed' in command)) return [UnroutedMessageReceived.create(command.unrouted)];
  const { routed } = command;
  const country = routed.from === null ? {} : otherCountry(routed.to, routed.from);
  return [MessageReceived.create({ ...routed, ...measured(routed), ...country })];
}
