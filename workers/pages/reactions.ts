import { reactions } from '../engine/reactions.ts';
import { pageReactor } from './pages.ts';

export const pageReactions = reactions('pages', ({ commands }) => ({ follows: [pageReactor(commands)] }));
