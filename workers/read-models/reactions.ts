import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { reactions } from '../engine/reactions.ts';
import { checkNext, noteReadModels, type ReadModelCare, runJob } from './care.ts';

const name = 'read-model-care';
/** How often it is looked whether someone asked for something, or a night has come. */
const lookMs = 10_000;
const retry = { firstMs: 5_000, longestMs: 300_000 };

/**
 * Rebuilds and checks read models as operators ask, and checks one after another each night. One process at a time, by
 * its lease. Left out: no one looks after them here.
 */
export const readModelReactions = reactions<{ readonly readModelCare?: ReadModelCare }>(
  name,
  ({ db, readModelCare: care, now, clock, log, leases }) => {
    if (care === undefined) return {};
    const parts = { db, care, now, log };
    return {
      loops: [
        ({ stopping }) =>
          whileLeased(leases, name, stopping, async (signal) => {
            let isNoted = false;
            const work = async () => {
              if (!isNoted) await noteReadModels(parts);
              isNoted = true;
              return (await runJob(parts, signal)) || (await checkNext(parts, signal)) ? 0 : lookMs;
            };
            await pollLoop({ name: 'the care of the read models', work, retry, clock, log }, signal);
          }),
      ],
    };
  },
);
