import { reactions } from '../engine/reactions.ts';
import { loopEntries } from './entries.ts';
import { type LoopMembers, loopRules, recheckLoop, recheckTimer } from './recheck.ts';

interface Needs {
  readonly loopMembers: LoopMembers;
}

export const loopReactions = reactions<Needs>('loops', ({ db, commands, clock, loopMembers }) => ({
  follows: [loopEntries(commands), loopRules()],
  timers: { [recheckTimer]: recheckLoop({ db, commands, members: loopMembers, clock }) },
}));
