import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import { factsOf } from '../../domain/automations/runs/facts.ts';
import { causeText } from '../../domain/automations/trigger-events/causes.ts';
import { causeOfDay } from '../../domain/automations/trigger-events/trigger-events.ts';
import { dayAt, writtenDay } from '../../domain/automations/runs/time.ts';
import { Business } from '../../domain/businesses/business.ts';
import { ContactDetailsChanged, ContactImported } from '../../domain/contacts/events.ts';
import { ContactMerged } from '../../domain/contacts/merge-events.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { zonesOfPerson } from '../../domain/sms/quiet-hours.ts';
import { streams } from '../../domain/streams.ts';
import type { Entering, TriggerRow } from './enrollment.ts';
import { dayMs } from './task.ts';

/** Days are handed out a day ahead (`days.ts`); what is further away is handed out when it comes. */
const aheadMs = 3 * dayMs;

/**
 * Who has given a day that is today or tomorrow, which has been handed out already: their birthday is not in a year. An
 * hour that is over stays so.
 */
export async function givenDays(
  events: readonly StoredEvent[],
  triggersOf: (businessId: string) => readonly TriggerRow[],
  { store, now }: { readonly store: Pick<EventStore, 'readMany'>; readonly now: () => Date },
): Promise<readonly Entering[]> {
  const told = events.flatMap((event) =>
    (
      (is(event, ContactDetailsChanged) || is(event, ContactImported) || is(event, ContactMerged)) &&
      triggersOf(event.data.businessId).length > 0
    ) ?
      [event]
    : [],
  );
  if (told.length === 0) return [];
  const businessOf = ({ data }: StoredEvent) => streams.business(BusinessId.parse(data['businessId']));
  const found = await store.readMany([...new Set(told.flatMap((event) => [event.stream, businessOf(event)]))]);
  return told.flatMap((event) => {
    const { contactId, businessId } = event.data;
    const business = stateOf(Business, found.get(businessOf(event)));
    const zone = business.status === 'none' ? 'UTC' : business.timezone;
    const stored = found.get(event.stream) ?? [];
    const upTo = (position: bigint) => factsOf(stored.filter((one) => one.position <= position));
    const [was, is] = [upTo(event.position - 1n), upTo(event.position)];
    const zones = { business: zone, contact: zonesOfPerson(is.phone, zone, is) };
    return triggersOf(businessId).flatMap((row): Entering[] => {
      const { on } = row.trigger;
      if (on.kind !== 'date') return [];
      const { day } = on.when;
      const written = writtenDay(day, is);
      const due = dayAt(on.when, event.metadata.occurredAt, zones, is);
      if (written === null || written === writtenDay(day, was) || due.kind === 'missed') return [];
      const at = Date.parse(due.at);
      if (at > Date.parse(event.metadata.occurredAt) + aheadMs || at < now().getTime() - dayMs) return [];
      const happening = { contactId, businessId, kind: on.kind, at: due.at };
      const cause = causeText({ kind: 'day', nth: row.nth, written, year: due.at.slice(0, 4) });
      const correlation = causeOfDay(contactId, day.of, due.at);
      const entering = { event, nth: 0, happening, automationId: row.automation_id, trigger: String(row.nth) };
      return [{ ...entering, cause, correlation, dueAt: due.at }];
    });
  });
}
