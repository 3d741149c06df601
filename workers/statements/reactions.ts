import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';
import { createSetAside } from '../engine/set-aside.ts';
import { type BillingReader, closeMonths } from './close.ts';
import { settleMonths } from './settle.ts';

const name = 'statements';
const pollMs = 600_000;

/** What a month came to is kept when it is over, and paid out of the wallet. */
export const statementReactions = reactions<{ readonly billing: BillingReader; readonly takesPayments?: boolean }>(
  name,
  ({ store, db, commands, billing, takesPayments, now, clock, log, leases }) => ({
    loops: [
      ({ stopping }) =>
        whileLeased(leases, name, stopping, (signal) => {
          const known = new Set<string>();
          const aside = createSetAside({ clock, log, part: 'statement' });
          const work = async () => {
            const parts = { commands, billing, head: () => store.head(), now, aside };
            await closeMonths({ ...parts, known });
            if (takesPayments === true) await settleMonths({ ...parts, db });
            return pollMs;
          };
          return pollLoop({ name, work, clock, log }, signal);
        }),
    ],
  }),
);
