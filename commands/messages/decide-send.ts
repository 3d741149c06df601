import { z } from 'zod';
import { type Charge, chargeOf } from '../../domain/delivery/allowance.ts';
import type { Reach } from '../../domain/delivery/reach.ts';
import { MessageId } from '../../domain/kernel/ids.ts';
import { isOutgoing, legible } from '../../domain/messages/message.ts';
import { texts } from '../delivery/channels/text.ts';
import { decideQueued } from '../delivery/decide.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';

/** What is to be done with a message now. */
export type SendDecision =
  | {
      readonly kind: 'send';
      readonly from: string;
      readonly to: string;
      readonly body: string;
      readonly mediaUrls: readonly string[];
      readonly agencyId: string | null;
      readonly businessId: string;
      /** What it takes of the business's month. */
      readonly charge: Charge;
      /** Null: someone asked for it, or waits for it. */
      readonly reach: Reach | null;
    }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | { readonly kind: 'held'; readonly until: string; readonly reason: string }
  /** It has reached an end state already, or the carrier has it: nothing to do. */
  | { readonly kind: 'done' };

/** The last look before a text leaves: see `decideQueued`. */
export const decideSend = command({
  input: z.object({ messageId: MessageId }),
  by: ['system'],
  async run(call, { messageId }): Promise<CommandOutcome<SendDecision>> {
    const { work, verdict, state, tenant, business, now, reach } = await decideQueued(call, texts, messageId);
    switch (verdict.kind) {
      case 'suppress':
        return work.outcome({ kind: 'suppressed', reason: verdict.reason });
      case 'hold':
        return work.outcome({ kind: 'held', reason: verdict.reason, until: verdict.until });
      case 'send': {
        const text = isOutgoing(state) ? legible(state.message) : null;
        if (text === null) throw new Error('A text without words or number may not go.');
        const { from, to, body, media, businessId } = text;
        return work.outcome({
          kind: 'send',
          from,
          to,
          body,
          mediaUrls: media.map(({ url }) => url),
          agencyId: tenant.agencyId,
          businessId,
          charge: chargeOf(text, business, now),
          reach,
        });
      }
      // Of broadcasts alone.
      case 'park':
      case 'over':
      case 'done':
        return work.outcome({ kind: 'done' });
      default:
        return verdict satisfies never;
    }
  },
});
