import {
  conditionsInAll,
  type ContactFilter,
  everybody,
  maxConditions,
  segmentsIn,
  tooManyConditions,
} from '../contacts/filter.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { changed } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, SegmentId } from '../kernel/ids.ts';
import { SegmentChanged, SegmentCreated, SegmentDeleted, type SegmentEvent } from './events.ts';
import { deepest, maxSegments } from './fields.ts';

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

/** How many segments stand below each other, itself among them; throws where one is missing or stands in itself. */
function depthOf(id: SegmentId, segments: Segments, known: Map<SegmentId, number | 'open'>): number {
  const depth = known.get(id);
  if (depth === 'open') return refuse('filter', 'A segment can’t stand in itself.');
  if (depth !== undefined) return depth;
  const segment = segments.get(id);
  if (segment === undefined || segment.deleted) return refuse('filter', 'This segment does not exist.');
  known.set(id, 'open');
  const below = (segmentsIn(segment.filter) as readonly SegmentId[]).map((other) => depthOf(other, segments, known));
  const found = 1 + Math.max(0, ...below);
  if (found > deepest) refuse('filter', `At most ${deepest} segments can stand in each other.`);
  known.set(id, found);
  return found;
}

function checkShape(id: SegmentId, { name, filter }: Shape, segments: Segments): void {
  const others = living(segments).filter(([other]) => other !== id);
  if (others.some(([, other]) => other.name.toLowerCase() === name.toLowerCase()))
    refuse('name', 'Another segment has this name.');
  // Those that it stands in must not become too deep or too large by it either.
  const after = new Map(segments).set(id, { name, filter, deleted: false });
  const depths = new Map<SegmentId, number | 'open'>();
  const sizesIn = (all: Segments) => {
    const sizes = new Map<string, number>();
    return (of: ContactFilter) => conditionsInAll(of, (one) => all.get(one as SegmentId)?.filter, sizes);
  };
  const [sizeOf, sizeBefore] = [sizesIn(after), sizesIn(segments)];
  let inAll = 0;
  for (const [each, { filter: theirs }] of [[id, { filter }] as const, ...others]) {
    depthOf(each, after, depths);
    const size = sizeOf(theirs);
    const isTooLarge = size > maxConditions.ofFilter;
    // One that was stored before there was a bound means nobody, stands in no statement, and keeps no other from being saved.
    if (isTooLarge && (each === id || size > sizeBefore(theirs))) refuse('filter', tooManyConditions);
    inAll += isTooLarge ? 1 : size;
  }
  if (inAll > maxConditions.ofBusiness)
    refuse('filter', `Together, your segments can have at most ${maxConditions.ofBusiness} conditions.`);
}

export function createSegment(
  { businessId, segmentId, name, filter }: OfSegment & Shape,
  segments: Segments,
): readonly SegmentEvent[] {
  if (segments.has(segmentId)) return [];
  if (living(segments).length >= maxSegments)
    throw new DomainError('conflict', `A business can have at most ${maxSegments} segments.`);
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
