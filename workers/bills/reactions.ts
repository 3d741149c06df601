import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { StatementClosed } from '../../domain/statements/events.ts';
import { owedIn } from '../../domain/statements/statements.ts';
import { workerContext } from '../context.ts';
import { reactions } from '../engine/reactions.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Its checkpoint, which stays. */
const name = 'bills';

/** Emails the bills of a month once it is closed, where the agency wants it. */
function billsOfClosed(commands: Pick<Commands, 'bills'>): CommandingWorker {
  return {
    kind: 'commanding',
    name,
    handles: [StatementClosed.type],
    async issue(events) {
      for (const event of events) {
        if (!is(event, StatementClosed) || event.data.payer.kind !== 'agency') continue;
        const { payer, month } = event.data;
        for (const [businessId, units] of owedIn(event.data)) {
          if (units === 0) continue;
          const tenant = { agencyId: payer.id, businessId };
          const links = { correlationId: event.metadata.correlationId, causationId: event.id };
          const context = workerContext(name, tenant, 'bill', [businessId, month], links);
          await commands.bills.send(context, { agencyId: payer.id, businessId, month, seen: null });
        }
      }
    },
  };
}

export const billReactions = reactions<object>(name, ({ commands }) => ({ follows: [billsOfClosed(commands)] }));
