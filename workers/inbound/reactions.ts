import { reactions } from '../engine/reactions.ts';
import { inboundReactor } from './inbound.ts';

export const inboundReactions = reactions('inbound', ({ commands }) => ({ follows: [inboundReactor(commands)] }));
