import { createOutage } from '../../adapters/database/outage.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { reactions, type Running } from '../engine/reactions.ts';
import { exportErasures } from './erasures.ts';
import { takeExport, untilExportsDue } from './jobs.ts';
import { type ReportFiles, tidyExports, work } from './run.ts';

/** Left out: exports of reports wait. */
interface Needs {
  readonly reportFiles?: ReportFiles;
  readonly config: {
    readonly exports?: { readonly partBytes?: number; readonly turnMs?: number; readonly pollMs?: number };
  };
}
const name = 'exports';
/** Who asks for a report rings. */
const restMs = 30_000;

/** So many files are written at a time in each process. */
const lanes = 2;

/** Writes reports to files. Any number of processes may run it. */
export const exportReactions = reactions<Needs>(
  name,
  ({ db, commands, clock, now, log, bells, config, reportFiles: files }) => {
    const follows = [exportErasures({ now })];
    if (files === undefined) return { follows };
    const { pollMs = restMs, ...sizes } = config.exports ?? {};
    const parts = { db, commands, files, clock, log, ...sizes };
    const outage = createOutage(log, name);
    const lane = ({ stopping }: Running): Promise<void> => {
      const next = async (): Promise<number> => {
        const pause = await untilExportsDue(db, now(), pollMs);
        if (pause > 0) return pause;
        const job = await takeExport(db, now());
        if (job === null) return pollMs;
        await work(parts, job, stopping);
        return 0;
      };
      return pollLoop({ name, work: next, bell: bells.exports, outage, clock, log }, stopping);
    };
    return {
      follows,
      loops: Array.from({ length: lanes }, () => lane),
      tidy: (endedBefore) => tidyExports(db, files.storage, now(), endedBefore),
    };
  },
);
