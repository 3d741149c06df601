import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BulkId, BusinessId } from '../kernel/ids.ts';
import {
  BulkActionProgressed,
  BulkActionCancelled,
  BulkActionCompleted,
  BulkActionStarted,
  type BulkEvent,
} from './events.ts';
import type { BulkAction, BulkTarget } from './fields.ts';

/** Something that is done to many contacts, one after another. */
export type Bulk =
  | { readonly status: 'none' }
  | {
      readonly status: 'running' | 'cancelled' | 'completed';
      readonly bulkId: BulkId;
      readonly businessId: BusinessId;
      readonly action: BulkAction;
      /** Null once it has ended and nobody can read any more whom it meant. */
      readonly target: BulkTarget | null;
      /** How many it said it would touch. */
      readonly count: number;
      readonly upTo: string;
      /** Everybody up to here has had their turn. */
      readonly after: string;
      readonly done: number;
      readonly changed: number;
    };

export const Bulk: Aggregate<Bulk, BulkEvent> = {
  initial: { status: 'none' },
  evolve: (bulk, event) => {
    if (event.type === 'BulkActionStarted') {
      if (bulk.status !== 'none') return bulk;
      const { reason, action: stored, ...started } = event.data;
      const action = stored.kind === 'opt-out' ? { ...stored, reason } : stored;
      return { status: 'running', ...started, action, after: '0', done: 0, changed: 0 };
    }
    if (bulk.status === 'none') return bulk;
    switch (event.type) {
      case 'BulkActionProgressed': {
        const { after, done, changed } = event.data;
        return { ...bulk, after, done, changed };
      }
      case 'BulkActionCancelled':
        return { ...bulk, status: 'cancelled' };
      case 'BulkActionCompleted':
        return { ...bulk, status: 'completed' };
      default:
        return unchanged(bulk, event);
    }
  },
};

export function startBulk(
  command: {
    readonly bulkId: BulkId;
    readonly businessId: BusinessId;
    readonly action: BulkAction;
    readonly target: BulkTarget;
    readonly count: number;
    readonly upTo: string;
  },
  bulk: Bulk,
): readonly BulkEvent[] {
  const reason = command.action.kind === 'opt-out' ? command.action.reason : null;
  return bulk.status === 'none' ? [BulkActionStarted.create({ ...command, reason })] : [];
}

/**
 * A page of contacts has had its turn. One that was counted already is not counted again. `last`: there are no others.
 * Then everybody who was counted has had a turn: who was gone by then, or not meant any more, was passed over.
 */
export function advanceBulk(
  page: { readonly after: string; readonly done: number; readonly changed: number; readonly last: boolean },
  bulk: Bulk,
): readonly BulkEvent[] {
  if (bulk.status !== 'running') return [];
  const { bulkId, businessId } = bulk;
  const further = BigInt(page.after) > BigInt(bulk.after);
  const turns = bulk.done + (further ? page.done : 0);
  const changed = bulk.changed + (further ? page.changed : 0);
  const done = page.last ? Math.max(turns, bulk.count) : turns;
  const after = further ? page.after : bulk.after;
  return [
    ...(further || done > bulk.done ? [BulkActionProgressed.create({ bulkId, businessId, after, done, changed })] : []),
    ...(page.last ? [BulkActionCompleted.create({ bulkId, businessId })] : []),
  ];
}

/** What is over can not be cancelled any more; twice is once. */
export function cancelBulk(_: unknown, bulk: Bulk): readonly BulkEvent[] {
  if (bulk.status === 'none') throw new DomainError('not_found', 'This does not exist.');
  if (bulk.status === 'completed') throw new DomainError('conflict', 'It is done already.');
  return bulk.status === 'cancelled' ?
      []
    : [BulkActionCancelled.create({ bulkId: bulk.bulkId, businessId: bulk.businessId })];
}
