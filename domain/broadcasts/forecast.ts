import { type Home, placesOf, quietHours } from '../sms/quiet-hours.ts';
import { nextTmobileDay } from '../registrations/limits.ts';
import { quantityOf } from '../messages/measure.ts';
import { measured } from '../messages/measure.ts';
import type { Schedule } from './fields.ts';
import { dueFor } from './schedule.ts';

/** What a text takes of the month's limit: what is taken of it when it is sent (domain/delivery/allowance). */
export function creditsOf(text: { readonly body: string; readonly media: readonly object[] }): number {
  const { segments, mms } = quantityOf(measured(text));
  return segments + mms;
}

/** People who may be written to at the same hours. */
export interface Group {
  readonly people: number;
  /** A number of one of them; null: by the hours of the business's zone, or, of emails, at any hour. */
  readonly phone: string | null;
  /** Where they say that they live; left out: they don't. */
  readonly home?: Home;
}

/** The numbers of some of an audience as groups of all of it, those like them being as many in it as among these. */
export function groupsOf(
  phones: readonly (string | null)[],
  people: number,
  homes: readonly Home[] = [],
): readonly Group[] {
  const groups = new Map<string, { phone: string | null; home?: Home; count: number }>();
  for (const [nth, phone] of phones.entries()) {
    const home = homes[nth];
    const places = phone === null ? [] : placesOf(phone, home);
    const key = places.map(({ region, zones }) => `${region} ${zones.join(' ')}`).join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { phone, ...(home !== undefined && { home }), count: 1 });
    else group.count += 1;
  }
  if (groups.size === 0) return [{ people, phone: null }];
  return [...groups.values()].map(({ count, ...group }) => ({ ...group, people: (people * count) / phones.length }));
}

export interface ForecastQuestion {
  readonly groups: readonly Group[];
  /** How many leave in a minute, whatever the hour. */
  readonly perMinute: number;
  readonly startAt: Date;
  /** After so many hours nobody is written to any more. */
  readonly validHours: number;
  /** Emails heed no hours. */
  readonly channel: 'text' | 'mail';
  /** Of the business: for whom nothing better is known. */
  readonly zone: string;
  /** Everybody by their own clock waits for it; left out: nobody does. */
  readonly schedule?: Schedule;
  /** How many T-Mobile's day of the brand has room for, and how many it has left today; left out: no registration says. */
  readonly day?: { readonly most: number; readonly left: number };
}

/** Who waits for the next day at T-Mobile. */
export interface HeldByDay {
  readonly count: number;
  readonly until: Date;
}

export interface Forecast {
  /** When the last one who is reached is; null: nobody is. */
  readonly doneAt: Date | null;
  /** How many are written to before it is too old. */
  readonly inTime: number;
  /** Whether some wait for the morning where they are. */
  readonly waits: boolean;
  /** The first time that a day is full before all are through; left out: none is. */
  readonly held?: HeldByDay;
}

/** ms between two looks at who may be written to: hours begin and end on whole hours, in most zones. */
const fineMs = 15 * 60_000;
const coarseMs = 60 * 60_000;
const fineFor = 8 * coarseMs;

/**
 * When a broadcast is done at a rate: people are written to while their hours allow, the rest waits for the next
 * morning. Before it is sent and while it goes out this is the one way it is told. An estimate: what is held back by the
 * carrier, or is sent beside it by the same number, is not in it.
 */
export function forecast({
  groups,
  perMinute,
  startAt,
  validHours,
  channel,
  zone,
  schedule = { kind: 'now' },
  day,
}: ForecastQuestion): Forecast {
  const begin = startAt.getTime();
  const end = begin + validHours * 3_600_000;
  const left = groups.map(({ people, phone, home }) => ({
    people,
    from: schedule.kind === 'recipient' ? Date.parse(dueFor(schedule, phone, zone, home)) : begin,
    where: { to: phone ?? '', ...(home !== undefined && { home }) },
  }));
  const all = left.reduce((sum, { people }) => sum + people, 0);
  const opensAt = (where: (typeof left)[number]['where'], at: number): number => {
    if (channel === 'mail') return at;
    const quiet = quietHours({ ...where, at: new Date(at), fallbackZone: zone });
    return quiet.kind === 'allowed' ? at : quiet.until.getTime();
  };
  let doneAt: number | null = null;
  let waits = false;
  let room = day?.left ?? Infinity;
  let dayEnds = day === undefined ? Infinity : nextTmobileDay(startAt).getTime();
  let held: HeldByDay | undefined;
  for (let at = begin; at < end;) {
    if (at >= dayEnds) {
      room = day?.most ?? Infinity;
      dayEnds = nextTmobileDay(new Date(at)).getTime();
    }
    const remaining = left.filter(({ people }) => people > 0);
    if (remaining.length === 0) break;
    const open = remaining.map((group) => ({ group, opens: opensAt(group.where, Math.max(at, group.from)) }));
    const now = open.filter(({ opens }) => opens <= at);
    if (now.length === 0 || now.length < open.length)
      waits ||= open.some(({ opens, group }) => opens > group.from && opens > at);
    if (now.length === 0) {
      at = Math.min(...open.map(({ opens }) => opens));
      continue;
    }
    if (room <= 0) {
      const waiting = remaining.reduce((sum, { people }) => sum + people, 0);
      held ??= { count: Math.round(waiting), until: new Date(dayEnds) };
      at = dayEnds;
      continue;
    }
    const step = Math.min(nextStep(at, begin), end - at);
    const due = now.reduce((sum, { group }) => sum + group.people, 0);
    const sent = Math.min(due, (perMinute * step) / 60_000, room);
    room -= sent;
    for (const { group } of now) {
      group.people -= (sent * group.people) / due;
      // What is left of one person by rounding is nobody.
      if (group.people < 1e-6) group.people = 0;
    }
    doneAt = sent < due && room > 0 ? at + step : at + (sent / perMinute) * 60_000;
    // Those who are through make room: others may be open before the step is over.
    at = sent < due && room > 0 ? at + step : Math.max(doneAt, at + 1);
  }
  const missed = left.reduce((sum, { people }) => sum + people, 0);
  return {
    doneAt: doneAt === null ? null : new Date(doneAt),
    inTime: Math.round(all - missed),
    waits,
    ...(held !== undefined && { held }),
  };
}

/** To the next quarter, later to the next hour, so that no step goes over the time at which hours end. */
function nextStep(at: number, begin: number): number {
  const unit = at - begin < fineFor ? fineMs : coarseMs;
  return unit - (at % unit);
}
