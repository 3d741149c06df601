import { spelledOut } from '../../domain/contacts/agreed.ts';
import { ContactImported, ContactOptedIn, ContactOptInRequested } from '../../domain/contacts/events.ts';
import { PageTestEnded, PageTestStarted } from '../../domain/pages/events.ts';
import { PageSubmitted } from '../../domain/submissions/events.ts';
import { PageVisitsCounted } from '../../domain/page-analytics/events.ts';
import { type Origin, originOf } from '../../domain/page-analytics/origin.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { added } from '../engine/merge-policy.ts';
import { snake } from '../engine/snake.ts';
import { batch, col, createAll, key, Rows } from '../engine/table.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import type { Projector } from '../engine-types.ts';
import {
  askedTable,
  type Dimension,
  entryTable,
  figureIndexes,
  figureModel,
  testCountTable,
  testTable,
  visitDayTable,
} from '../tables/page-analytics.ts';

const putDays = perSchema((schema) => visitDayTable.upsert(schema, 'd'));
const putTests = perSchema((schema) => testTable.upsert(schema, 't'));
const putTestCounts = perSchema((schema) => testCountTable.upsert(schema, 'n'));

/** What a batch says of each entry. The day is made where it is written. */
const { day: _day, ...entryColumns } = entryTable.columns;
const entered = batch(entryColumns);
const dayOf = (alias: string): string => `(${alias}.at at time zone coalesce(z.timezone, 'UTC'))::date`;
const putEntered = perSchema(
  (schema) => `
  insert into ${entryTable.in(schema)} (${Object.keys(entryColumns).map(snake).join(', ')}, day)
    select e.*, ${dayOf('e')} from ${entered.from('e')} left join ${zoneTable.in(schema)} z using (business_id)
  on conflict do nothing`,
);

/** Entries of a quarter of an hour: zones differ by quarters, so this is as fine as days need. */
const entries = batch({
  campaignId: key('uuid'),
  at: key('timestamptz'),
  dimension: key('text').of<Dimension>(),
  value: key('text'),
  businessId: col('uuid'),
  submitted: col('int', added),
});
const putEntries = perSchema((schema) =>
  visitDayTable.upsert(
    schema,
    'd',
    `select e.campaign_id, ${dayOf('e')}, e.dimension, e.value, e.business_id,
        0, 0, 0, sum(e.submitted)
      from ${entries.from('e')} left join ${zoneTable.in(schema)} z using (business_id) group by 1, 2, 3, 4, 5`,
  ),
);

/** Entries belong to the comparison that was under way when they came: what they were drawn for says which of the two. */
const tried = batch({ position: key('bigint'), campaignId: col('uuid'), businessId: col('uuid'), version: col('int') });
const putTried = perSchema((schema) =>
  testCountTable.upsert(
    schema,
    'n',
    `select t.test_id, e.version, e.business_id, 0, 0, 0, count(*)
      from ${tried.from('e')} join ${testTable.in(schema)} t on t.campaign_id = e.campaign_id
        and e.version in (t.one, t.other) and e.position > t.started_from
        and (t.ended_from is null or e.position < t.ended_from)
      group by 1, 2, 3`,
  ),
);

const putAsked = perSchema((schema) => askedTable.upsert(schema, 'a'));
/** Only who was asked answers, and after that: others opt in by themselves. */
const answers = batch({
  position: key('bigint'),
  contactId: col('uuid'),
  campaignId: col('uuid'),
  at: col('timestamptz'),
});
const putAnswers = perSchema(
  (schema) => `
  update ${askedTable.in(schema)} a set answered_at = i.at
    from (
      select q.contact_id, q.campaign_id, min(i.at) as at
        from ${answers.from('i')} join ${askedTable.in(schema)} q using (contact_id, campaign_id)
        where q.answered_at is null and i.position > q.asked_from group by 1, 2
    ) i
    where a.contact_id = i.contact_id and a.campaign_id = i.campaign_id`,
);

const quarterMs = 15 * 60 * 1000;
const quarterOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / quarterMs) * quarterMs).toISOString();

/** A visit by everything that it can be told apart by. */
const sides = (from: Origin, device: string): readonly (readonly [Dimension, string])[] => [
  ['all', ''],
  ['source', from.source],
  ['medium', from.medium],
  ['campaign', from.campaign],
  ['device', device],
];

/** What pages bring: who saw them, began, and sent; how two versions compare; who answered when asked again. */
export const figures: Projector = {
  ...figureModel,
  byBusiness: true,
  handles: typesOf([
    ...zoneEvents,
    PageVisitsCounted,
    PageSubmitted,
    PageTestStarted,
    PageTestEnded,
    ContactOptInRequested,
    ContactOptedIn,
    ContactImported,
  ]),
  create: createAll(zoneTable, visitDayTable, entryTable, testTable, testCountTable, askedTable),
  index: figureIndexes,
  fold: (events, schema) =>
    betweenZones(events, ({ type }) => type === PageSubmitted.type).flatMap(({ zones, events: part }) => {
      const [days, tests, testCounts] = [visitDayTable.rows(), testTable.rows(), testCountTable.rows()];
      const [each, sent, tries] = [new Rows(entered), new Rows(entries), new Rows(tried)];
      const [asked, answered] = [askedTable.rows(), new Rows(answers)];
      for (const event of part.flatMap(spelledOut)) {
        const { position } = event;
        const at = event.metadata.occurredAt;
        const { businessId, campaignId } = event.data as { businessId: string; campaignId: string };
        const own = { businessId, campaignId };
        if (is(event, PageVisitsCounted)) {
          const { day, robots, rows } = event.data;
          if (robots! > 0) days.merge({ ...own, day: day!, dimension: 'robot', value: '', views: robots! });
          for (const { version, testId, from, device, views, visitors, started } of rows!) {
            const counted = { views, visitors, started };
            for (const [dimension, value] of sides(from, device))
              days.merge({ ...own, day: day!, dimension, value, ...counted });
            if (testId !== null) testCounts.merge({ testId, version, businessId, ...counted });
          }
        } else if (is(event, PageSubmitted)) {
          const { submissionId, from, device, pageVersion } = event.data;
          each.merge({ submissionId: submissionId!, ...own, at, position });
          for (const [dimension, value] of sides(originOf(from!), device!))
            sent.merge({ ...own, at: quarterOf(at), dimension, value, submitted: 1 });
          tries.merge({ position, ...own, version: pageVersion! });
        } else if (is(event, PageTestStarted)) {
          const { testId, versions } = event.data;
          const [one, other] = versions!;
          tests.merge({ testId: testId!, ...own, one, other, startedAt: at, startedFrom: position });
        } else if (is(event, PageTestEnded))
          tests.merge({ testId: event.data.testId!, ...own, endedAt: at, endedFrom: position, kept: event.data.kept });
        else if (is(event, ContactOptInRequested))
          asked.merge({ ...own, contactId: event.data.contactId!, askedAt: at, askedFrom: position });
        else if (is(event, ContactOptedIn) && campaignId !== null)
          answered.merge({ position, campaignId, contactId: event.data.contactId!, at });
      }
      return [
        ...zoneStatements(zones, schema),
        ...days.toStatements(putDays(schema)),
        ...each.toStatements(putEntered(schema)),
        ...sent.toStatements(putEntries(schema)),
        ...tests.toStatements(putTests(schema)),
        ...testCounts.toStatements(putTestCounts(schema)),
        ...tries.toStatements(putTried(schema)),
        ...asked.toStatements(putAsked(schema)),
        ...answered.toStatements(putAnswers(schema)),
      ];
    }),
};
