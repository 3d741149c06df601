import {
  CallAnswered,
  CallerTextedBack,
  CallForwarded,
  CallLegEnded,
  CallMissed,
  CallReceived,
} from '../../domain/calls/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import { handlers } from '../engine/handlers.ts';
import { namingSurvivors, underSurvivors } from '../engine/merges.ts';
import { batch, createAll, Rows } from '../engine/table.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import type { Announcement, Projector } from '../engine-types.ts';
import { callIndexes, callIndexesAtOnce, callModel, callTable } from '../tables/calls.ts';

/** What a batch says. The day is made where it is written. */
const { day: _day, ...columns } = callTable.columns;
const said = batch(columns);
const upsert = perSchema((schema) =>
  callTable.upsert(
    schema,
    'c',
    `select s.*, (s.at at time zone coalesce(z.timezone, 'UTC'))::date
      from ${said.from('s')} left join ${zoneTable.in(schema)} z using (business_id)`,
  ),
);

const create = createAll(zoneTable, callTable);

const calls = handlers<Rows<typeof columns>>((on) => {
  on(CallReceived, ({ data, position }, rows) => {
    const { callId: id, businessId, contactId, to: number, provider: carrier, receivedAt: at } = data;
    const call = { id, businessId, contactId, number, carrier, carrierCallId: data.providerCallId, at, position };
    rows.merge(call);
  });
  on(CallForwarded, ({ data: { callId: id, businessId } }, rows) => rows.merge({ id, businessId, isForwarded: true }));
  on(CallAnswered, ({ data: { callId: id, businessId, answeredAt } }, rows) =>
    rows.merge({ id, businessId, outcome: 'answered', answeredAt }),
  );
  on(CallMissed, ({ data: { callId: id, businessId, reason } }, rows) =>
    rows.merge({ id, businessId, outcome: 'missed', reason }),
  );
  on(CallLegEnded, ({ data: { callId: id, businessId, leg, seconds } }, rows) =>
    rows.merge({ id, businessId, ...(leg === 'in' ? { secondsIn: seconds } : { secondsOut: seconds }) }),
  );
  on(CallerTextedBack, ({ data: { callId: id, businessId, messageId } }, rows) =>
    rows.merge({ id, businessId, textBackId: messageId }),
  );
});

const heard: Projector = {
  ...callModel,
  byBusiness: true,
  handles: [...calls.types, ...zoneEvents.map(({ type }) => type)],
  create: (schema) => `${create(schema)};${callIndexesAtOnce(schema)}`,
  index: callIndexes,
  announce,
  fold: (events, schema) =>
    betweenZones(events, ({ type }) => type.startsWith('Call')).flatMap(({ zones, events: part }) => {
      const rows = new Rows(said);
      for (const event of part) calls.handle(event, rows);
      return [...zoneStatements(zones, schema), ...rows.toStatements(upsert(schema))];
    }),
};

/** Of several things that became of a call the last is news. */
function announce(events: readonly StoredEvent[]): readonly Announcement[] {
  const last = new Map<string, Announcement>();
  for (const { type, data, position } of events) {
    if (!calls.types.includes(type)) continue;
    const { callId, businessId, contactId } = data as {
      readonly callId: string;
      readonly businessId: string;
      readonly contactId: string | null;
    };
    if (contactId === null) continue;
    const event: LiveAnnouncement = { type: 'call-changed', contactId, callId, position: position.toString() };
    last.set(callId, { businessId, event });
  }
  return [...last.values()];
}

/** Calls to businesses, and what became of them. */
export const callsReceived: Projector = underSurvivors(heard, namingSurvivors(callTable));
