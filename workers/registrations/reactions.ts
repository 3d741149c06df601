import { reactions } from '../engine/reactions.ts';
import { escalateTimer, escalateTollfree, followTimer, followTollfree, tollfreeFeed } from './tollfree.ts';

export const registrationReactions = reactions('registrations', ({ commands, db, now, wake }) => ({
  follows: [tollfreeFeed(() => wake('timers'))],
  timers: { [followTimer]: followTollfree({ commands, db, now }), [escalateTimer]: escalateTollfree(commands) },
}));
