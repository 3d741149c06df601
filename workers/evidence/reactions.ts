import type { Evidence } from '../../adapters/evidence/port.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';

const name = 'evidence';
/** How often the trees take in what the log has, and are signed: an event is provable after as long at most. */
const everyMs = 60_000;
const retry = { firstMs: 5_000, longestMs: 300_000 };

/**
 * The trees follow the log at their own pace, so that no event costs a statement more. One process at a time, by its lease;
 * a packet that is asked for takes in the newest events itself.
 */
export const evidenceReactions = reactions<{ readonly evidence: Pick<Evidence, 'catchUp'> }>(
  name,
  ({ evidence, leases, clock, log }) => ({
    loops: [
      ({ stopping }) =>
        whileLeased(leases, name, stopping, async (signal) => {
          // A start has other things to do.
          await clock.sleep(everyMs, signal);
          const work = async () => {
            await evidence.catchUp(signal);
            return everyMs;
          };
          await pollLoop({ name: 'the evidence of the log', work, retry, clock, log }, signal);
        }),
    ],
  }),
);
