import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  PageEdited,
  pageEvents,
  PagePublished,
  PageCreated,
  PageTestEnded,
  PageTestStarted,
  PageUnpublished,
  PageVersionRestored,
} from '../../domain/pages/events.ts';
import type { StoredSections } from '../../domain/pages/model.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { type Change, changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  draftChanges,
  historyTable,
  type PageAct,
  pageIndexesAtOnce,
  pageModel,
  pageTable,
  versionTable,
} from '../tables/pages.ts';

const insert = perSchema(
  (schema) => `
  insert into ${pageTable.in(schema)} (id, position, revision, draft, ${changingNames(pageTable)})
    select i.id, i.position, i.revision, '{}'::jsonb, ${changingValues(pageTable)} from ${recordsFrom} where i.created
  on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) => `
  update ${pageTable.in(schema)} p set revision = coalesce(i.revision, p.revision), ${changes(pageTable, 'p')}
    from ${recordsFrom} where p.id = i.id and not i.created`,
);
const keepVersions = perSchema((schema) => versionTable.upsert(schema, 'v'));
const keepHistory = perSchema((schema) => historyTable.upsert(schema, 'h'));
/** After the versions: a draft may go back to one that the same batch published. */
const draw = perSchema(
  (schema) => `
  update ${pageTable.in(schema)} p set draft = coalesce(
      (select v.sections from ${versionTable.in(schema)} v where v.page_id = p.id and v.version = d.base), p.draft
    ) || d.sections
    from ${draftChanges.from('d')} where p.id = d.id`,
);

const create = createAll(pageTable, versionTable, historyTable);

/** The person who was really there; null for a part of the system. */
const personOf = ({ metadata: { actor } }: StoredEvent): string | null =>
  actor.kind === 'user' ? (actor.impersonatorId ?? actor.userId) : null;

/** The drafts that a batch changes, each as one step. */
class Drafts {
  readonly #drafts = new Map<string, { id: string; base: number | null; sections: StoredSections }>();
  edit(id: string, sections: StoredSections): void {
    const { base = null, sections: earlier = {} } = this.#drafts.get(id) ?? {};
    this.#drafts.set(id, { id, base, sections: { ...earlier, ...sections } });
  }
  restore(id: string, version: number): void {
    this.#drafts.set(id, { id, base: version, sections: {} });
  }
  into(text: string) {
    return this.#drafts.size === 0 ? [] : [{ text, values: draftChanges.values([...this.#drafts.values()]) }];
  }
}

/** Pages as they are built, with every version that was ever live. */
export const pages: Projector = {
  ...pageModel,
  handles: typesOf(pageEvents),
  create: (schema) => `${create(schema)};${pageIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const records = new RecordFold(pageTable);
    const [versions, history] = [versionTable.rows(), historyTable.rows()];
    const drafts = new Drafts();
    for (const event of events) {
      const { campaignId: id, businessId } = event.data as { campaignId: string; businessId: string };
      const [at, by] = [event.metadata.occurredAt, personOf(event)];
      const changed = { changedAt: at, changedBy: by };
      const say = (change: Change<typeof pageTable.columns>, created = false): void => {
        records.say(event, id, change, { created });
      };
      const note = (act: PageAct, version: number | null = null): void => {
        history.merge({ pageId: id, revision: event.revision, businessId, act, version, at, by });
      };
      if (is(event, PageCreated)) {
        const { kind, template, sections } = event.data;
        say({ businessId, kind, template, liveVersion: null, test: null, edited: true, ...changed }, true);
        drafts.edit(id, sections ?? {});
        note('started');
      } else if (is(event, PageEdited)) {
        say({ edited: true, ...changed });
        drafts.edit(id, event.data.sections ?? {});
      } else if (is(event, PagePublished)) {
        const { version, hash, sections } = event.data;
        say({ liveVersion: version, edited: false });
        versions.merge({ pageId: id, version: version!, businessId, hash: hash!, sections: sections ?? {} });
        note('published', version);
      } else if (is(event, PageUnpublished)) {
        say({ liveVersion: null, edited: true });
        note('unpublished');
      } else if (is(event, PageVersionRestored)) {
        const { version } = event.data;
        say({ edited: true, ...changed });
        drafts.restore(id, version!);
        note('restored', version);
      } else if (is(event, PageTestStarted)) {
        const { testId, versions: compared } = event.data;
        say({ test: { testId: testId!, versions: compared! } });
        note('test-started');
      } else if (is(event, PageTestEnded)) {
        say({ test: null, liveVersion: event.data.kept });
        note('test-ended', event.data.kept);
      }
    }
    return [
      ...records.into(insert(schema), update(schema)),
      ...versions.toStatements(keepVersions(schema)),
      ...history.toStatements(keepHistory(schema)),
      ...drafts.into(draw(schema)),
    ];
  },
};
