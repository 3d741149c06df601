import { z } from 'zod';
import { SegmentId } from '../../domain/kernel/ids.ts';
import { Segments } from '../../domain/segments/segments.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import { businessOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** What a deleted segment was can not be read any more. One that is there keeps its key; repeated, it changes nothing. */
export const forgetSegment = command({
  input: z.object({ segmentId: SegmentId }),
  by: ['system'],
  async run({ world, context }, { segmentId }) {
    const { businessId } = businessOf(context);
    const segments = stateOf(Segments, await world.events.read(streams.segments(businessId)));
    if (segments.get(segmentId)?.deleted === true) await world.subjectKeys.destroy(segmentId);
    return { position: null, result: undefined };
  },
});
