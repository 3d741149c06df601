import type { MessageId } from '../kernel/ids.ts';
import type { ContactEvent } from './events.ts';

/** A text that looks like an opt-out. `isBareNo`: nothing but a no. */
export interface Suspected {
  readonly messageId: MessageId;
  readonly isBareNo: boolean;
}

/** What waits to be looked at after an event. Only the person's own word, or someone who has looked, ends it. */
export function suspectedAfter(before: Suspected | null, event: ContactEvent): Suspected | null {
  switch (event.type) {
    case 'ContactOptOutSuspected': {
      const { messageId, isBareNo } = event.data;
      return { messageId, isBareNo };
    }
    case 'ContactOptedIn':
      // By a text of theirs. Whoever types a number into a form, or imports it, need not be the one who holds it.
      return event.data.consent.providerMessageId === null ? before : null;
    case 'ContactSuppressionKept':
      return event.data.texts ? null : before;
    case 'ContactOptedOut':
    case 'ContactOptOutDismissed':
      return null;
    case 'ContactMerged':
      return event.data.suspected ?? null;
    default:
      return before;
  }
}
