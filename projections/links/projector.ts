import { LinkClicked, linkEvents, LinkCreated, LinkVisitsCounted } from '../../domain/links/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { underSurvivors } from '../engine/merges.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { clickTable, linkIndexes, linkIndexesAtOnce, linkModel, linkTable, scanTable } from '../tables/links.ts';

const putLinks = perSchema((schema) => linkTable.upsert(schema, 'l'));
const putClicks = perSchema((schema) => clickTable.upsert(schema, 'c'));
const putScans = perSchema((schema) => scanTable.upsert(schema, 's'));

const create = createAll(linkTable, clickTable, scanTable);

const followed: Projector = {
  ...linkModel,
  byBusiness: true,
  handles: typesOf(linkEvents),
  create: (schema) => `${create(schema)};${linkIndexesAtOnce(schema)}`,
  index: linkIndexes,
  fold: (events, schema) => {
    const [rows, clicks, scans] = [linkTable.rows(), clickTable.rows(), scanTable.rows()];
    for (const event of events) {
      if (is(event, LinkCreated)) {
        const { url, nth, trap } = event.data;
        rows.merge({ ...of(event.data), url, nth, trap, createdAt: event.metadata.occurredAt });
      } else if (is(event, LinkClicked)) {
        const { contactId, clickedAt } = event.data;
        rows.merge({ ...of(event.data), clickers: 1, lastClickAt: clickedAt });
        clicks.merge({ ...of(event.data), contactId, personId: contactId, clickedAt });
      } else if (is(event, LinkVisitsCounted)) {
        const { number, businessId, people, scanners } = event.data;
        const scanned = scanners.reduce((sum, { count }) => sum + count, 0);
        rows.merge({ ...of(event.data), clicks: people, scanned });
        for (const { reason, count } of scanners) scans.merge({ number, businessId, reason, count });
      }
    }
    return [
      ...rows.toStatements(putLinks(schema)),
      ...clicks.toStatements(putClicks(schema)),
      ...scans.toStatements(putScans(schema)),
    ];
  },
};

/** Short links, who has followed them, and what only looked. */
export const links: Projector = underSurvivors(followed, (schema, absorbed) => [
  `update ${clickTable.in(schema)} k set person_id = m.survivor_id from ${absorbed} m where k.person_id = m.id`,
]);

type Said = Pick<Parameters<typeof LinkClicked.create>[0], 'number' | 'businessId' | 'source'>;
const of = ({ number, businessId, source }: Said) => ({
  number,
  businessId,
  sourceKind: source.kind,
  sourceId: source.id,
  variant: source.variant,
});
