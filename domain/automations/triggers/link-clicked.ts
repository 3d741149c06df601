import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

export const linkClicked = eventTrigger(
  /** `sourceId`: the broadcast, or the step of an automation, whose link it was. */
  z.object({ kind: z.literal('link-clicked'), sourceId: chosen }),
  (wanted, { sourceId }: { readonly sourceId: string }) => any(wanted.sourceId, sourceId),
)({
  fresh: () => ({ kind: 'link-clicked', sourceId: null }),
  references: (on, refer) => ({ ...on, sourceId: referred(refer, 'source', on.sourceId) }),
  timeline: ['click'],
});
