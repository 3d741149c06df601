import type { Storage } from '../../adapters/storage/port.ts';
import { reactions } from '../engine/reactions.ts';
import { completeErasureTimer, endErasure, eraseOutside, erasures, eraseTimer } from './erasures.ts';
import { endMerge, merges, mergeTimer } from './merges.ts';

interface Needs {
  readonly media?: { readonly storage: Storage };
}

export const erasureReactions = reactions<Needs>('erasures', ({ db, store, commands, now, media }) => ({
  follows: [erasures({ now }), merges({ now })],
  timers: {
    [mergeTimer]: endMerge(commands),
    [eraseTimer]: eraseOutside({ db, store, storage: media?.storage ?? null, commands, now }),
    [completeErasureTimer]: endErasure(commands),
  },
}));
