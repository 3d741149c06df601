import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';
import { createSetAside } from '../engine/set-aside.ts';
import { type BillingReader, closeMonths } from './close.ts';

const name = 'statements';
const pollMs = 600_000;

/** What a month came to is kept when it is over. */
export const statementReactions = reactions<{ readonly billing: BillingReader }>(
  name,
  ({ store, commands, billing, now, clock, log, leases }) => ({
    loops: [
      ({ stopping }) =>
        whileLeased(leases, name, stopping, (signal) => {
          const known = new Set<string>();
          const aside = createSetAside({ clock, log, part: 'statement' });
          const work = async () => {
            await closeMonths({ commands, billing, head: () => store.head(), now, known, aside });
            return pollMs;
          };
          return pollLoop({ name, work, clock, log }, signal);
        }),
    ],
  }),
);
