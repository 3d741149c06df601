import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, TillId } from '../kernel/ids.ts';
import { TillClosed, type TillEvent, TillOpened } from './events.ts';

/** The tills of a business, by id. */
export type Tills = ReadonlyMap<TillId, { readonly name: string; readonly open: boolean }>;

export const Tills: Aggregate<Tills, TillEvent> = {
  initial: new Map(),
  evolve: (tills, event) => {
    const { tillId } = event.data;
    switch (event.type) {
      case 'TillOpened':
        return new Map(tills).set(tillId, { name: event.data.name, open: true });
      case 'TillClosed': {
        const till = tills.get(tillId);
        return till === undefined ? tills : new Map(tills).set(tillId, { ...till, open: false });
      }
      default:
        return unchanged(tills, event);
    }
  },
};

/** So many may be open at once. */
export const mostTills = 100;

export function openTill(
  command: { readonly businessId: BusinessId; readonly tillId: TillId; readonly name: string },
  tills: Tills,
): readonly TillEvent[] {
  if (tills.has(command.tillId)) return [];
  const open = [...tills.values()].filter((till) => till.open);
  if (open.length >= mostTills) throw new DomainError('conflict', `There can be at most ${mostTills} tills.`);
  if (open.some(({ name }) => name.toLowerCase() === command.name.toLowerCase()))
    throw new DomainError('validation_failed', 'Another till has this name.', {
      name: ['Another till has this name.'],
    });
  return [TillOpened.create(command)];
}

export function closeTill(
  { businessId, tillId }: { readonly businessId: BusinessId; readonly tillId: TillId },
  tills: Tills,
): readonly TillEvent[] {
  const till = tills.get(tillId);
  if (till === undefined) throw new DomainError('not_found', 'This till does not exist.');
  return till.open ? [TillClosed.create({ businessId, tillId })] : [];
}
