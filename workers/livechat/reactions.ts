import { reactions } from '../engine/reactions.ts';
import { chatAssigner, type LoadReader } from './give-out.ts';
import { assignedToLeavers, type AssignedReader, giveBackOfLeaver, leavers, leaverTimer } from './leavers.ts';
import { type OverdueReader, runOverdue } from './overdue.ts';
import { releaseScheduled, scheduledTexts, scheduledTextTimer } from './scheduled.ts';

interface Needs {
  /** What each of a business's team has in live chat; left out: conversations are assigned to no one automatically. */
  readonly chatLoads?: LoadReader;
  /** Whose conversations are whose; left out: none are unassigned when a teammate leaves. */
  readonly assigned?: AssignedReader;
  /** Whose reply time in live chat has passed; left out: no one is told. */
  readonly overdueSince?: OverdueReader;
}

export const liveChatReactions = reactions<Needs>('livechat', (services) => {
  const { db, commands, clock, log, leases, wake, config, chatLoads, assigned, overdueSince } = services;
  const pollMs = config.polls?.overdueMs ?? 15_000;
  return {
    follows: [
      ...(chatLoads ? [chatAssigner(commands, { db, loadsOf: chatLoads })] : []),
      scheduledTexts(),
      ...(assigned ? [leavers(() => wake('timers')), assignedToLeavers(commands)] : []),
    ],
    loops:
      overdueSince ?
        [({ stopping }) => runOverdue({ db, commands, overdueSince, clock, log, leases, pollMs }, stopping)]
      : [],
    timers: {
      [scheduledTextTimer]: releaseScheduled(commands),
      ...(assigned ? { [leaverTimer]: giveBackOfLeaver({ db, commands, assigned, clock }) } : {}),
    },
  };
});
