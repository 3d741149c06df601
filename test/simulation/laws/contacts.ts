import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { StatementClosed } from '../../../domain/statements/events.ts';
import type { EventOf } from '../../../domain/kernel/event.ts';
import { lateMonths } from '../../../domain/statements/fields.ts';
import type { Law } from '../action.ts';
import { type Counted, countedOf } from '../cast.ts';
import type { World } from '../world.ts';

type Closed = EventOf<typeof StatementClosed>['data'];
type Line = Pick<Closed['lines'][number], 'businessId' | 'channel' | 'quantity' | 'included'>;

const makesOne = new Set(['ContactDiscovered', 'ContactImported', 'ContactOptedIn', 'ContactOptedOut']);
const endsOne = new Set(['ContactErased', 'ContactErasureCompleted', 'ContactMergedInto']);

/** Who came to be a contact, or was one no more, and on which day of the business; each once until the other. */
interface Change {
  readonly position: bigint;
  readonly businessId: string;
  readonly day: string;
  readonly by: 1 | -1;
}
function changesOf(events: readonly StoredEvent[], zones: ReadonlyMap<string, string>): readonly Change[] {
  const there = new Set<unknown>();
  return events.flatMap(({ type, data, metadata, position }) => {
    const { contactId } = data;
    const goes = endsOne.has(type) || (type === 'ContactImportUndone' && data['removed'] === true);
    if (!(goes ? there.has(contactId) : makesOne.has(type) && !there.has(contactId))) return [];
    if (goes) there.delete(contactId);
    else there.add(contactId);
    const businessId = String(data['businessId']);
    const day = dayOf(zones.get(businessId) ?? 'UTC', new Date(metadata.occurredAt));
    return [{ position, businessId, day, by: goes ? -1 : 1 } as const];
  });
}

const dayOf = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
const monthAfter = (month: string, count: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
};
/** The days of a month before one, `2026-11-30`. */
function daysOf(month: string, before: string): readonly string[] {
  const days: string[] = [];
  for (const at = new Date(`${month}-01T00:00:00Z`); ; at.setUTCDate(at.getUTCDate() + 1)) {
    const day = at.toISOString().slice(0, 10);
    if (!day.startsWith(month) || day >= before) return days;
    days.push(day);
  }
}

type Counts = ReadonlyMap<string, number>;
const said = (counts: Counts): string =>
  [...counts].map(([businessId, count]) => `${businessId.slice(0, 8)} ${count}`).join(', ') || 'nobody';
const isSame = (one: Counts, other: Counts): boolean =>
  one.size === other.size && [...one].every(([id, count]) => other.get(id) === count);

/** How many each of these businesses had at the end of the day at whose end they had the most together, the first of equals. */
function mostOf(changes: readonly Change[], businessIds: readonly string[], days: readonly string[]): Counts {
  let most: Counts = new Map();
  let total = 0;
  for (const day of days) {
    const counts = countsAt(changes, businessIds, day);
    const sum = [...counts.values()].reduce((all, count) => all + count, 0);
    if (sum <= total) continue;
    [most, total] = [counts, sum];
  }
  return most;
}
const countsAt = (changes: readonly Change[], businessIds: readonly string[], day: string): Counts =>
  new Map(
    businessIds
      .map((id) => {
        const own = changes.filter((change) => change.businessId === id && change.day <= day);
        return [id, own.reduce((sum, { by }) => sum + by, 0)] as const;
      })
      .filter(([, count]) => count > 0),
  );

/** Contacts in lines, by business. Those of another tenant are among them. */
function charged(lines: readonly Line[]): Counts {
  const all = new Map<string, number>();
  for (const { channel, businessId, quantity } of lines)
    if (channel === 'contact') all.set(businessId, (all.get(businessId) ?? 0) + quantity);
  return new Map([...all].filter(([, quantity]) => quantity !== 0));
}

/** What a month is charged with is what a replay of the log counts: each contact once, of the payer's own businesses. */
export const chargedContacts: Law = {
  name: 'contacts charged are those of a replay',
  async check(world) {
    const events = await world.events();
    const all = countedOf(world.cast);
    const changes = changesOf(events, new Map(all.map(({ businessId, zone }) => [businessId, zone])));
    const problems: string[] = [];
    for (const [payerId, businesses] of Map.groupBy(all, ({ agencyId }) => agencyId)) {
      problems.push(...(await asShown(world, changes, businesses)));
      const closed = events.filter(
        ({ stream, type }) => stream === `statements-${payerId}` && type === 'StatementClosed',
      );
      problems.push(...asClosed(changes, idsOf(businesses), closed));
    }
    return problems;
  },
};
const idsOf = (businesses: readonly Counted[]): readonly string[] => businesses.map(({ businessId }) => businessId);

/** What the read models say of each month until now, of days that are over. */
async function asShown(
  world: World,
  changes: readonly Change[],
  businesses: readonly Counted[],
): Promise<readonly string[]> {
  const { readModels } = world.observer;
  const today = businesses.map(({ zone }) => dayOf(zone, world.timeline.now())).toSorted()[0]!;
  const first = dayOf(businesses[0]!.zone, world.cast.start).slice(0, 7);
  const problems: string[] = [];
  for (let month = first; month <= today.slice(0, 7); month = monthAfter(month, 1)) {
    const days = daysOf(month, today);
    const shown = await readModels.contactsOfMonth(idsOf(businesses), month);
    const counts = new Map(shown.map(({ businessId, quantity }) => [businessId, quantity]));
    const most = mostOf(changes, idsOf(businesses), days);
    if (!isSame(counts, most)) problems.push(`${month} is shown with ${said(counts)}, it was ${said(most)}`);
    if (world.cast.market === null) continue;
    for (const { businessId, name, zone } of businesses) {
      const byDay = new Map((await readModels.contactDays(businessId, month)).map((one) => [one.day, one.quantity]));
      for (const day of daysOf(month, dayOf(zone, world.timeline.now()))) {
        const count = countsAt(changes, [businessId], day).get(businessId) ?? 0;
        if (byDay.get(day) !== count)
          problems.push(`${name} is shown with ${byDay.get(day)} on ${day}, it had ${count}`);
      }
    }
  }
  return problems;
}

/** What was closed, with what later months have booked of it since. It was measured somewhere between two positions. */
function asClosed(
  changes: readonly Change[],
  businessIds: readonly string[],
  closed: readonly StoredEvent[],
): readonly string[] {
  const problems: string[] = [];
  const booked = new Map<string, { readonly sells: boolean; readonly lines: Line[] }>();
  for (const event of closed) {
    const { month, lines, late, position, terms } = event.data as unknown as Closed;
    const sells = typeof (terms.overage as { readonly contact?: unknown }).contact === 'number';
    booked.set(month, { sells, lines: [...lines] });
    for (const line of late) booked.get(line.month)?.lines.push(line);
    const free = lines.reduce((sum, line) => sum + (line.channel === 'contact' ? line.included : 0), 0);
    const most = Number((terms.included as { readonly contact?: unknown }).contact ?? 0);
    if (free > most) problems.push(`${month} has ${free} contacts for nothing, of ${most}`);
    const measured = [
      ...new Set([BigInt(position), ...changes.map((change) => change.position).filter((at) => at > BigInt(position))]),
    ].filter((at) => at < event.position);
    for (let back = 0; back <= lateMonths; back += 1) {
      const past = monthAfter(month, -back);
      const of = booked.get(past);
      if (of === undefined) continue;
      const counts = charged(of.lines);
      const possible = measured.map((upTo) =>
        of.sells ?
          mostOf(
            changes.filter((change) => change.position <= upTo),
            businessIds,
            daysOf(past, '9999-12-31'),
          )
        : new Map<string, number>(),
      );
      if (!possible.some((one) => isSame(one, counts)))
        problems.push(`${past} is charged with ${said(counts)}, it was ${said(possible[0]!)}`);
    }
  }
  return problems;
}
