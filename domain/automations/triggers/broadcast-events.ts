import { z } from 'zod';
import type { Checking } from '../values/checking.ts';
import { chosen } from '../values/fields.ts';
import { type Refer, referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

/** Events of a broadcast: of this one, or (null) of any. */
interface OfBroadcast {
  readonly broadcastId: string | null;
}
const ofBroadcast = (wanted: OfBroadcast, is: { readonly broadcastId: string }): boolean =>
  any(wanted.broadcastId, is.broadcastId);
const broadcast = {
  check({ broadcastId }: OfBroadcast, at: string, { known, reference }: Checking): void {
    reference(`${at}.broadcastId`, broadcastId, known.broadcasts, null);
  },
  references: <On extends OfBroadcast>(on: On, refer: Refer): On => ({
    ...on,
    broadcastId: referred(refer, 'broadcast', on.broadcastId),
  }),
  timeline: ['message', 'mail'],
} as const;

export const broadcastSent = eventTrigger(
  z.object({ kind: z.literal('broadcast-sent'), broadcastId: chosen }),
  ofBroadcast,
)({ fresh: () => ({ kind: 'broadcast-sent', broadcastId: null }), ...broadcast });

export const broadcastAnswered = eventTrigger(
  z.object({ kind: z.literal('broadcast-answered'), broadcastId: chosen }),
  ofBroadcast,
)({ fresh: () => ({ kind: 'broadcast-answered', broadcastId: null }), ...broadcast, isText: true });
