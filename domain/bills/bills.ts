import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { AgencyId } from '../kernel/ids.ts';
import { type BillEvent, BillQueued, BillSettingsChanged } from './events.ts';

export interface BillSettings {
  readonly isOn: boolean;
  readonly note: string | null;
  /** The first month that is sent automatically; null: they were never on. */
  readonly from: string | null;
}
export const BillSettings: Aggregate<BillSettings, BillEvent> = {
  initial: { isOn: false, note: null, from: null },
  evolve: (settings, event) => {
    if (event.type !== 'BillSettingsChanged') return settings;
    const { isOn, note, from } = event.data;
    return { isOn, note, from };
  },
};

/** `month`: the one that it is now, which is the first to be sent. What is so already is no news. */
export function changeBillSettings(
  { agencyId, isOn, note, month }: { agencyId: AgencyId; isOn: boolean; note: string | null; month: string },
  settings: BillSettings,
): readonly BillEvent[] {
  if (settings.isOn === isOn && settings.note === note) return [];
  const from = isOn && !settings.isOn ? month : (settings.from ?? month);
  return [BillSettingsChanged.create({ agencyId, isOn, note, from })];
}

/** Whether the bill of a month that was closed goes out without being asked for. */
export const isSentAutomatically = ({ isOn, from }: BillSettings, month: string): boolean =>
  isOn && from !== null && month >= from;

/** How often a business was sent its bill, by month. */
export type Bills = ReadonlyMap<string, number>;
export const Bills: Aggregate<Bills, BillEvent> = {
  initial: new Map(),
  evolve: (bills, event) => {
    switch (event.type) {
      case 'BillQueued':
        return new Map(bills).set(event.data.month, event.data.nth);
      case 'BillSettingsChanged':
        return bills;
      default:
        return unchanged(bills, event);
    }
  },
};

/** Each time is recorded once. */
export const queueBill = (queued: EventOf<typeof BillQueued>['data'], bills: Bills): readonly BillEvent[] =>
  (bills.get(queued.month) ?? 0) >= queued.nth ? [] : [BillQueued.create(queued)];
