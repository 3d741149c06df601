import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { trigger } from './trigger.ts';

export const broadcastNotClicked = trigger(
  z.object({ kind: z.literal('broadcast-not-clicked'), broadcastId: chosen, hours: z.number().int().min(1).max(720) }),
)({
  fresh: () => ({ kind: 'broadcast-not-clicked', broadcastId: null, hours: 24 }),
  check({ broadcastId }, at, { known, reference }) {
    reference(`${at}.broadcastId`, broadcastId, known.broadcasts, 'Choose a broadcast.');
  },
  references: (on, refer) => ({ ...on, broadcastId: referred(refer, 'broadcast', on.broadcastId) }),
  timeline: ['message', 'mail', 'click'],
});
