import type { Evidence } from '../../adapters/evidence/port.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';
import { createSetAside } from '../engine/set-aside.ts';
import { sendCheckpoints } from './daily-checkpoints.ts';

const name = 'evidence';
/** How often the trees take in what the log has, and are signed: an event is provable after as long at most. */
const everyMs = 60_000;
const retry = { firstMs: 5_000, longestMs: 300_000 };

interface Needs {
  readonly evidence: Pick<Evidence, 'catchUp' | 'unsentCheckpoints' | 'checkpointSent'>;
  /** Owners are sent the checkpoint of each day. */
  readonly config: { readonly checkpointEmails?: boolean };
}

/**
 * The trees follow the log at their own pace, so that no event costs a statement more. One process at a time, by its lease;
 * a packet that is asked for takes in the newest events itself.
 */
export const evidenceReactions = reactions<Needs>(
  name,
  ({ evidence, commands, leases, now, clock, log, config: { checkpointEmails = false } }) => ({
    loops: [
      ({ stopping }) =>
        whileLeased(leases, name, stopping, async (signal) => {
          const aside = createSetAside({ clock, log, part: 'checkpoint' });
          // A start has other things to do.
          await clock.sleep(everyMs, signal);
          const work = async () => {
            await evidence.catchUp(signal);
            if (checkpointEmails) await sendCheckpoints({ evidence, commands, now, aside });
            return everyMs;
          };
          await pollLoop({ name: 'the evidence of the log', work, retry, clock, log }, signal);
        }),
    ],
  }),
);
