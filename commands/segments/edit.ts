import { z } from 'zod';
import { SegmentId } from '../../domain/kernel/ids.ts';
import { segmentFields } from '../../domain/segments/fields.ts';
import {
  changeSegment as decideChanged,
  createSegment as decideCreated,
  deleteSegment as decideDeleted,
  Segments,
} from '../../domain/segments/segments.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';

const ownSegments = ({ context }: Call) => {
  const desk = businessUserOf(context);
  return { ...desk, stream: streams.segments(desk.businessId) };
};
const shape = z.object({ segmentId: SegmentId, ...segmentFields });

export const createSegment = decision({
  input: shape,
  by: people,
  aggregate: Segments,
  at: ownSegments,
  decide: (given, segments, { businessId }) => decideCreated({ businessId, ...given }, segments),
});

export const changeSegment = decision({
  input: shape,
  by: people,
  aggregate: Segments,
  at: ownSegments,
  decide: (given, segments, { businessId }) => decideChanged({ businessId, ...given }, segments),
});

export const deleteSegment = decision({
  input: z.object({ segmentId: SegmentId }),
  by: people,
  aggregate: Segments,
  at: ownSegments,
  decide: (given, segments, { businessId }) => decideDeleted({ businessId, ...given }, segments),
});
