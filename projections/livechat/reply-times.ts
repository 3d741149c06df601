import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ChatReplyTimeChanged } from '../../domain/livechat/team/events.ts';
import { ConversationAssigned } from '../../domain/livechat/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is } from '../engine/events.ts';
import { zoneTable } from '../engine/business-zones.ts';
import type { Statement } from '../engine-types.ts';
import { conversationTable, replyTimeTable, turnTable } from '../tables/livechat.ts';

interface Asked {
  /** SQL of when somebody began to wait, and of whose contact they are. */
  readonly since: string;
  readonly businessId: string;
}
/**
 * SQL of the instant by which who waits should have an answer: so many minutes of the business's opening hours after
 * they began to, on the clocks of its zone. Days are made on those clocks and measured in seconds, so that a day of 23
 * or 25 hours is as long as it is; an hour that comes twice begins the second time. Null where the business has no
 * reply time, or nobody waits.
 */
export const replyDue = (schema: string, { since, businessId }: Asked): string => `(
  select case when r.hours is null then since + make_interval(mins => r.minutes) else (
    select begins + make_interval(secs => r.minutes * 60 - before) from (
      select begins, lasts,
        (sum(lasts) over (order by begins rows between unbounded preceding and current row) - lasts)::float8 as before
      from (
        select greatest(opens, since) as begins, extract(epoch from closes - greatest(opens, since))::float8 as lasts
        from (
          select (day + make_interval(mins => (open ->> 'opens')::int)) at time zone zone as opens,
            (day + make_interval(mins => (open ->> 'closes')::int)) at time zone zone as closes
          from (select coalesce(z.timezone, 'UTC') as zone) as own
          cross join lateral (select date_trunc('day', since at time zone zone) as first) as began
          cross join lateral generate_series(first, first + make_interval(weeks => 2 + r.minutes / (
            select sum((d ->> 'closes')::int - (d ->> 'opens')::int)::int from jsonb_array_elements(r.hours) d
            where jsonb_typeof(d) = 'object'
          )), '1 day') as day
          cross join lateral (select r.hours -> (extract(isodow from day)::int - 1) as open) as weekday
          where jsonb_typeof(open) = 'object'
        ) as days where closes > greatest(opens, since)
      ) as spans
    ) as counted where before + lasts >= r.minutes * 60 order by begins limit 1
  ) end
  from (select ${since} as since) as asked
  join ${replyTimeTable.in(schema)} r on r.business_id = ${businessId} and r.minutes is not null
  left join ${zoneTable.in(schema)} z on z.business_id = r.business_id
  where since is not null
)`;

const anew = perSchema(
  (schema) => `update ${conversationTable.in(schema)} c
    set due_at = ${replyDue(schema, { since: 'c.waiting_since', businessId: 'c.business_id' })}
    where c.business_id = any($1::uuid[]) and c.waiting_since is not null`,
);
const times = perSchema((schema) => replyTimeTable.upsert(schema, 'r'));
const turns = perSchema((schema) => turnTable.upsert(schema, 'n'));

/** How soon a business answers, and who was given the newest conversation by itself. */
export class ReplyTimeFold {
  readonly #times = replyTimeTable.rows();
  readonly #turns = turnTable.rows();
  readonly #moved: Set<string>;

  /** `moved`: businesses whose zone is another now. */
  constructor(moved: readonly string[]) {
    this.#moved = new Set(moved);
  }

  add(event: StoredEvent): void {
    if (is(event, ChatReplyTimeChanged)) {
      const { businessId, minutes, hours } = event.data;
      const chosenAt = event.metadata.occurredAt;
      this.#times.merge({ businessId: businessId!, minutes: minutes ?? null, hours: hours ?? null, chosenAt });
      this.#moved.add(businessId!);
    } else if (is(event, ConversationAssigned) && event.data.why === 'automatic' && event.data.assigneeId !== null) {
      const { businessId, assigneeId } = event.data;
      this.#turns.merge({ businessId: businessId!, userId: assigneeId!, givenAt: event.position });
    }
  }

  statements(schema: string): Statement[] {
    return [
      ...this.#times.toStatements(times(schema)),
      ...this.#turns.toStatements(turns(schema)),
      ...(this.#moved.size === 0 ? [] : [{ text: anew(schema), values: [[...this.#moved]] }]),
    ];
  }
}
