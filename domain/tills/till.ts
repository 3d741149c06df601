import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, TillId } from '../kernel/ids.ts';
import { TillClosed, type TillEvent, TillOpened, TillPaired } from './events.ts';

/** The tills of a business, by id. `paired`: how many devices its codes have made one. */
export type Tills = ReadonlyMap<TillId, { readonly name: string; readonly open: boolean; readonly paired: number }>;

export const Tills: Aggregate<Tills, TillEvent> = {
  initial: new Map(),
  evolve: (tills, event) => {
    const { tillId } = event.data;
    switch (event.type) {
      case 'TillOpened':
        return new Map(tills).set(tillId, { name: event.data.name, open: true, paired: 0 });
      case 'TillPaired': {
        const till = tills.get(tillId);
        return till === undefined ? tills : new Map(tills).set(tillId, { ...till, paired: till.paired + 1 });
      }
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
export const maxTills = 100;

export function openTill(
  command: { readonly businessId: BusinessId; readonly tillId: TillId; readonly name: string },
  tills: Tills,
): readonly TillEvent[] {
  if (tills.has(command.tillId)) return [];
  const open = [...tills.values()].filter((till) => till.open);
  if (open.length >= maxTills) throw new DomainError('conflict', `There can be at most ${maxTills} tills.`);
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

/** A device becomes a till by a code that is good once. `isCode`: whether that was typed; nothing: no open till has it. */
export function pairTill(
  {
    businessId,
    isCode,
  }: { readonly businessId: BusinessId; readonly isCode: (tillId: TillId, paired: number) => boolean },
  tills: Tills,
): readonly TillEvent[] {
  const found = [...tills].find(([tillId, { open, paired }]) => open && isCode(tillId, paired));
  return found === undefined ? [] : [TillPaired.create({ businessId, tillId: found[0] })];
}
