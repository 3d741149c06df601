import { reactions } from '../engine/reactions.ts';
import { orderFeed, orderTimer, tendOrders } from './tend.ts';

export const orderReactions = reactions('orders', ({ commands, db, now }) => ({
  follows: [orderFeed()],
  timers: { [orderTimer]: tendOrders({ commands, db, now }) },
}));
