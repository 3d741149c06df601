import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { startedMinutes } from '../../../domain/calls/fields.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { usage } from '../../../projections/usage/projector.ts';
import type { Law } from '../action.ts';
import { outgoing } from './messages.ts';

const isAgain = ({ metadata: { actor } }: StoredEvent): boolean => actor.kind === 'system' && actor.name === 'resend';
const dayMs = 86_400_000;
const ends = new Set(['CallAnswered', 'CallMissed']);

/** A call is one call with one end, however often it is told, and its minutes are used once. */
export const callsOnce: Law = {
  name: 'a call is counted once',
  async check(world) {
    const events = await world.events();
    const calls = Map.groupBy(
      events.filter(({ type }) => type.startsWith('Call') && type !== 'CallSettingsChanged'),
      ({ data }) => String(data['callId']),
    );
    const problems: string[] = [];
    for (const [id, own] of calls) {
      const count = (of: (event: (typeof own)[number]) => boolean): number => own.filter(of).length;
      if (count(({ type }) => type === 'CallReceived') !== 1) problems.push(`call ${id} came in more than once`);
      if (count(({ type }) => ends.has(type)) > 1) problems.push(`call ${id} was answered and missed`);
      for (const leg of ['in', 'out'])
        if (count(({ type, data }) => type === 'CallLegEnded' && data['leg'] === leg) > 1)
          problems.push(`the ${leg} leg of call ${id} ended more than once`);
    }
    const minutes = events
      .filter(({ type }) => type === 'CallLegEnded')
      .reduce((sum, { data }) => sum + startedMinutes(Number(data['seconds'])), 0);
    const [row] = await world.query<{ used: string }>(
      `select coalesce(sum(quantity), 0)::text as used from ${schemaOf(usage)}.usage_items where channel = 'voice'`,
    );
    if (Number(row!.used) !== minutes) problems.push(`calls took ${minutes} minutes, and ${row!.used} are used`);
    return problems;
  },
};

/** Who was missed is texted for a call that was missed, once for it, and once in 24 hours. */
export const missedOnce: Law = {
  name: 'a missed caller is texted once',
  async check(world) {
    const events = await world.events();
    const missed = new Set(events.filter(({ type }) => type === 'CallMissed').map(({ data }) => data['callId']));
    const texted = events.filter(({ type }) => type === 'CallerTextedBack');
    const problems = texted
      .filter(({ data }) => !missed.has(data['callId']))
      .map(({ data }) => `call ${String(data['callId'])} was not missed, and its caller was texted`);
    for (const [contact, own] of Map.groupBy(texted, ({ data }) => String(data['contactId'])))
      for (const [nth, { data }] of own.entries()) {
        const before = own[nth - 1];
        if (before !== undefined && Date.parse(String(data['at'])) - Date.parse(String(before.data['at'])) < dayMs)
          problems.push(`contact ${contact} was texted twice within 24 hours`);
      }
    const asked = new Set(texted.map(({ data }) => data['messageId']));
    for (const { messageId, purpose, events: own } of outgoing(events))
      // One that did not arrive goes again as another text.
      if (purpose === 'missed-call' && !asked.has(messageId) && !isAgain(own[0]!))
        problems.push(`text ${messageId} answers a missed call that no one was to be texted for`);
    return problems;
  },
};
