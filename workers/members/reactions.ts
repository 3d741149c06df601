import { reactions } from '../engine/reactions.ts';
import { memberNotices } from './members.ts';

export const memberReactions = reactions('members', ({ commands }) => ({ follows: [memberNotices(commands)] }));
