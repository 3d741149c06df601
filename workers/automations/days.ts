import { sql } from 'kysely';
import type { Trigger } from '../../domain/automations/document/document.ts';
import { causeText } from '../../domain/automations/trigger-events/causes.ts';
import { causeOfDay } from '../../domain/automations/trigger-events/trigger-events.ts';
import { dayAt } from '../../domain/automations/runs/time.ts';
import { daysOfYear } from '../../domain/contacts/yearly.ts';
import { type Home, zonesOfPerson } from '../../domain/sms/quiet-hours.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { createSetAside, type SetAside } from '../engine/set-aside.ts';
import { type AutomationDependencies, dayMs } from './task.ts';

/** What the read models know of days of contacts. */
export interface DayReader {
  zoneOf(businessId: string): Promise<string>;
  contactsOfDays(
    businessId: string,
    field: { readonly of: 'birthday' | 'anniversary' } | { readonly of: 'custom'; readonly id: string },
    days: readonly string[],
  ): Promise<
    readonly (Home & { readonly contactId: string; readonly phone: string | null; readonly written: string })[]
  >;
}
type DayDependencies = AutomationDependencies & { readonly days: DayReader };

/** Hands out the days of contacts that triggers name, until the signal fires. Any number of processes may. */
export async function runDays(dependencies: DayDependencies, signal: AbortSignal): Promise<void> {
  const { clock, log, settings } = dependencies;
  const aside = createSetAside({ clock, log, part: 'day of contacts', longestMs: 300_000 });
  const { daysMs } = settings;
  const work = async () => {
    await handOutDays(dependencies, aside);
    return daysMs;
  };
  const retry = { firstMs: daysMs, longestMs: daysMs };
  await pollLoop({ name: 'days of contacts', work, retry, clock, log }, signal);
}

interface OfDay {
  readonly automation_id: string;
  readonly business_id: string;
  readonly nth: number;
  readonly trigger: Trigger;
}

/**
 * Today and tomorrow of each trigger that names a day, each once. Answers how many contacts were written down. `aside`:
 * remembers triggers that fail by their own fault; left out: it throws.
 */
export async function handOutDays(dependencies: DayDependencies, aside?: SetAside): Promise<number> {
  const { rows } =
    await sql<OfDay>`select t.automation_id, t.business_id, t.nth, t.trigger from ops.automation_triggers t
    join ops.automations a on a.automation_id = t.automation_id and a.version = t.version and a.is_on
    where t.kind = 'date'`.execute(dependencies.db);
  let count = 0;
  for (const trigger of rows) {
    const { automation_id: automationId, business_id: businessId, nth } = trigger;
    const work = () => handOut(dependencies, trigger);
    if (aside === undefined) count += await work();
    else {
      const tried = await aside.attempt(`${automationId} ${nth}`, { automationId, businessId, nth }, work);
      if (tried.done) count += tried.value;
    }
  }
  return count;
}

async function handOut({ db, store, clock, days }: DayDependencies, of: OfDay): Promise<number> {
  const { on } = of.trigger;
  if (on.kind !== 'date') return 0;
  const { when } = on;
  const field =
    when.day.of === 'custom' ?
      when.day.id === null ?
        null
      : { of: when.day.of, id: when.day.id }
    : when.day;
  if (field === null) return 0;
  const now = clock.now();
  const zone = await days.zoneOf(of.business_id);
  let count = 0;
  for (const ahead of [0, 1]) {
    const local = (ms: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(ms));
    const day = local(now.getTime() + ahead * dayMs);
    const known = await sql`select from ops.automation_days where automation_id = ${of.automation_id}::uuid
      and trigger = ${String(of.nth)} and day = ${day}::date`.execute(db);
    if (known.rows.length > 0) continue;
    // Their own day lies so many days before or after.
    const own = new Date(Date.parse(`${day}T12:00:00Z`) - when.offset * dayMs);
    const written = [own.toISOString().slice(0, 10), ...daysOfYear(own, 'UTC', 0)];
    const found = await days.contactsOfDays(of.business_id, field, written);
    // From the evening before, where the contact may be a day ahead.
    const from = new Date(Math.max(now.getTime(), Date.parse(`${day}T00:00:00Z`) - dayMs)).toISOString();
    const meant = found.flatMap(({ contactId, phone, state, zip, written: text }) => {
      const zones = { business: zone, contact: zonesOfPerson(phone, zone, { state, zip }) };
      const said = { birthday: null, anniversary: null, custom: {} };
      const theirs = field.of === 'custom' ? { ...said, custom: { [field.id]: text } } : { ...said, [field.of]: text };
      const due = dayAt(when, from, zones, theirs);
      if (due.kind === 'missed' || Date.parse(due.at) > Date.parse(from) + 4 * dayMs) return [];
      const cause = causeText({ kind: 'day', nth: of.nth, written: text, year: due.at.slice(0, 4) });
      return [{ contactId, cause, at: due.at, correlation: causeOfDay(contactId, field.of, due.at) }];
    });
    const position = await store.head();
    await db.transaction().execute(async (trx) => {
      const { rows: first } = await sql`insert into ops.automation_days (automation_id, trigger, day)
        values (${of.automation_id}::uuid, ${String(of.nth)}, ${day}::date) on conflict do nothing returning day`.execute(
        trx,
      );
      if (first.length === 0 || meant.length === 0) return;
      await sql`insert into ops.automation_entering (automation_id, contact_id, position, trigger, business_id, agency_id, cause,
          correlation, at, due_at, lane)
        select ${of.automation_id}::uuid, c, ${position.toString()}::bigint, ${String(of.nth)}, ${of.business_id}::uuid, null, k, o, w, w, 1
        from unnest(${meant.map((one) => one.contactId)}::uuid[], ${meant.map((one) => one.cause)}::text[],
          ${meant.map((one) => one.correlation)}::text[], ${meant.map((one) => one.at)}::timestamptz[]) x (c, k, o, w)
        on conflict do nothing`.execute(trx);
      count += meant.length;
    });
  }
  return count;
}
