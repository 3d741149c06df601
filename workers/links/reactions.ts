import { reactions } from '../engine/reactions.ts';
import { runLinkVisits } from './visits.ts';

export const linkReactions = reactions('links', ({ db, commands, now, clock, log, leases, config }) => {
  const pollMs = config.polls?.linkVisitsMs ?? 3_000;
  return { loops: [({ stopping }) => runLinkVisits({ db, commands, now, clock, log, leases, pollMs }, stopping)] };
});
