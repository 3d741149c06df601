import { reactions } from '../engine/reactions.ts';
import { walletNotices } from './notices.ts';
import { recharge, rechargeTimer, walletFeed } from './recharge.ts';

export const walletReactions = reactions('wallets', ({ db, commands, now, log, bells }) => ({
  follows: [walletFeed(() => bells.timers.ring()), walletNotices(commands)],
  timers: { [rechargeTimer]: recharge({ db, commands, now, log }) },
}));
