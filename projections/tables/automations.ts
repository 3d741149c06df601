import type { Origin, StepMove } from '../../domain/automations/events.ts';
import type { Trigger } from '../../domain/automations/document/document.ts';
import type { RunState } from '../../domain/automations/list.ts';
import type { EndReason } from '../../domain/automations/runs/run-events.ts';
import type { HoldReason } from '../../domain/messages/fields.ts';
import { added, latest } from '../engine/merge-policy.ts';
import { batch, col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const automationModel = { name: 'automations', version: 4 } as const;

export const automationTable = table(
  'automations',
  {
    id: key('uuid'),
    position: col('bigint'),
    businessId: col('uuid', latest),
    createdAt: col('timestamptz', latest),
    createdBy: maybe('uuid', latest),
    name: col('text', latest),
    originKind: col('text', latest).of<Origin['kind']>(),
    originId: maybe('text', latest),
    /** Of the draft. */
    triggers: col('jsonb', latest).of<readonly Trigger[]>(),
    changedAt: col('timestamptz', latest),
    changedBy: maybe('uuid', latest),
    /** The version that was published last. */
    version: maybe('int', latest),
    publishedAt: maybe('timestamptz', latest),
    isOff: col('boolean', latest),
    deletedAt: maybe('timestamptz', latest),
    revision: col('int'),
    status: made(
      'text',
      `case when deleted_at is not null then 'archived' when version is null then 'draft'
        when is_off then 'off' else 'on' end`,
    ).of<'draft' | 'on' | 'off' | 'archived'>(),
    search: made('text', 'lower(name)'),
  },
  { fillfactor: 70 },
);

/** The versions of an automation; what each says, its stream knows. */
export const automationVersionTable = table('versions', {
  automationId: key('uuid'),
  version: key('int'),
  businessId: col('uuid'),
  publishedAt: col('timestamptz'),
  publishedBy: maybe('uuid'),
  moves: col('jsonb').of<readonly StepMove[]>(),
});

/** One contact on its way through an automation: where it is, since when, until when. */
export const runTable = table(
  'runs',
  {
    id: key('uuid'),
    position: col('bigint'),
    automationId: col('uuid', latest),
    businessId: col('uuid', latest),
    contactId: col('uuid', latest),
    version: col('int', latest),
    entry: col('int', latest),
    trigger: col('text', latest),
    startedAt: col('timestamptz', latest),
    state: col('text', latest).of<RunState>(),
    /** The step it is at, or comes to next; ended: where it was. */
    node: maybe('uuid', latest),
    visit: col('int', latest),
    since: col('timestamptz', latest),
    until: maybe('timestamptz', latest),
    /** What held the text of the step that it began last, and until when; it means something while it is at that (`acting`). */
    held: maybe('text', latest).of<HoldReason>(),
    heldUntil: maybe('timestamptz', latest),
    /** It goes on before, when what it waits for happens. */
    listening: col('boolean', latest),
    endedAt: maybe('timestamptz', latest),
    reason: maybe('text', latest).of<EndReason>(),
    note: maybe('text', latest),
    revision: col('int'),
  },
  { fillfactor: 70 },
);

/**
 * Counters of a version: of each step who is there (`at:<state>`), by which exit it was left (`exit:<exit>`), how often
 * it could not be done (`failed`, `refused`) or was held back (`held:<hold>`), and who left the automation there
 * (`left:<reason>`); of the whole (`nowhere`) who came in (`entered`) and how it ended (`ended:<reason>`).
 */
export const automationCountTable = table(
  'counts',
  {
    automationId: key('uuid'),
    version: key('int'),
    node: key('uuid'),
    what: key('text'),
    businessId: col('uuid'),
    count: col('bigint', added),
  },
  { fillfactor: 50 },
);
/** In place of a step where the whole is meant, or no step. */
export const nowhere = '00000000-0000-0000-0000-000000000000';

/** What happened in runs and is counted. `version`: null where the batch does not say which one the run follows. */
export const tallyBatch = batch({
  runId: key('uuid'),
  automationId: col('uuid'),
  businessId: col('uuid'),
  version: maybe('int'),
  node: col('uuid'),
  what: col('text'),
});

export const automationIndexes = (schema: string): string => `
  create index automations_newest on ${schema}.automations (business_id, position desc) where deleted_at is null;
  create index runs_of_automation on ${schema}.runs (automation_id, started_at desc);
  create index runs_at_step on ${schema}.runs (automation_id, node, until) where state <> 'ended';
  create index runs_of_contact on ${schema}.runs (contact_id, started_at desc)`;
