import { type ContactFilter, everybody, segmentsIn } from '../contact/filter.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { changed } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, SegmentId } from '../kernel/ids.ts';
import { SegmentChanged, SegmentCreated, SegmentDeleted, type SegmentEvent } from './events.ts';
import { deepest, mostSegments } from './fields.ts';

export interface Segment {
  readonly name: string;
  readonly filter: ContactFilter;
  readonly deleted: boolean;
}
/** The segments of a business by id, in the order in which they came. */
export type Segments = ReadonlyMap<SegmentId, Segment>;

export const Segments: Aggregate<Segments, SegmentEvent> = {
  initial: new Map(),
  evolve: (segments, event) => {
    const { segmentId } = event.data;
    if (event.type === 'SegmentCreated') {
      // Nobody can read any more what a deleted one was.
      const { name, filter } = event.data;
      return new Map(segments).set(segmentId, { name: name ?? '', filter: filter ?? everybody, deleted: false });
    }
    const segment = segments.get(segmentId);
    if (segment === undefined) return segments;
    switch (event.type) {
      case 'SegmentChanged': {
        const { name, filter } = event.data;
        const now = { ...segment, name: name ?? segment.name, filter: filter ?? segment.filter };
        return new Map(segments).set(segmentId, now);
      }
      case 'SegmentDeleted':
        return new Map(segments).set(segmentId, { ...segment, deleted: true });
      default:
        return unchanged(segments, event);
    }
  },
};

interface OfSegment {
  readonly businessId: BusinessId;
  readonly segmentId: SegmentId;
}
interface Shape {
  readonly name: string;
  readonly filter: ContactFilter;
}

function refuse(field: string, message: string): never {
  throw new DomainError('validation_failed', message, { [field]: [message] });
}
const living = (segments: Segments) => [...segments].filter(([, { deleted }]) => !deleted);

/** How many segments stand below each other in a filter; throws where one is missing or stands in itself. */
function depthOf(filter: ContactFilter, segments: Segments, path: readonly SegmentId[]): number {
  const below = (segmentsIn(filter) as readonly SegmentId[]).map((id) => {
    if (path.includes(id)) refuse('filter', 'A segment can’t stand in itself.');
    const segment = segments.get(id);
    if (segment === undefined || segment.deleted) return refuse('filter', 'This segment does not exist.');
    if (path.length >= deepest) refuse('filter', `At most ${deepest} segments can stand in each other.`);
    return depthOf(segment.filter, segments, [...path, id]);
  });
  return 1 + Math.max(0, ...below);
}

function checkShape(id: SegmentId, { name, filter }: Shape, segments: Segments): void {
  const others = living(segments).filter(([other]) => other !== id);
  if (others.some(([, other]) => other.name.toLowerCase() === name.toLowerCase()))
    refuse('name', 'Another segment has this name.');
  depthOf(filter, segments, [id]);
  // Those that it stands in must not become too deep by it either.
  const after = new Map(segments).set(id, { name, filter, deleted: false });
  for (const [other, { filter: theirs }] of others) depthOf(theirs, after, [other]);
}

export function createSegment(
  { businessId, segmentId, name, filter }: OfSegment & Shape,
  segments: Segments,
): readonly SegmentEvent[] {
  if (segments.has(segmentId)) return [];
  if (living(segments).length >= mostSegments)
    throw new DomainError('conflict', `A business can have at most ${mostSegments} segments.`);
  checkShape(segmentId, { name, filter }, segments);
  return [SegmentCreated.create({ businessId, segmentId, name, filter })];
}

function existing(segments: Segments, segmentId: SegmentId): Segment {
  const segment = segments.get(segmentId);
  if (segment === undefined || segment.deleted) throw new DomainError('not_found', 'This segment does not exist.');
  return segment;
}

export function changeSegment(
  { businessId, segmentId, name, filter }: OfSegment & Shape,
  segments: Segments,
): readonly SegmentEvent[] {
  const segment = existing(segments, segmentId);
  checkShape(segmentId, { name, filter }, segments);
  const news = changed({ name, filter }, segment);
  return news === null ? [] : [SegmentChanged.create({ businessId, segmentId, ...news })];
}

/** One that others are made of stays: they would mean something else without a word. */
export function deleteSegment({ businessId, segmentId }: OfSegment, segments: Segments): readonly SegmentEvent[] {
  const segment = segments.get(segmentId);
  if (segment === undefined) throw new DomainError('not_found', 'This segment does not exist.');
  if (segment.deleted) return [];
  const users = living(segments).filter(([, { filter }]) => segmentsIn(filter).includes(segmentId));
  if (users.length > 0)
    throw new DomainError(
      'conflict',
      `It is part of ${users.map(([, { name }]) => `“${name}”`).join(', ')}. Take it out there first.`,
    );
  return [SegmentDeleted.create({ businessId, segmentId })];
}
