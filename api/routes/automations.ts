import type { z } from 'zod';
import type { Position } from '../../adapters/event-store/port.ts';
import type { Problem } from '../../domain/automations/document/check.ts';
import { circlesThrough } from '../../domain/automations/document/circle.ts';
import type { Document } from '../../domain/automations/document/document.ts';
import { overlapsOf } from '../../domain/automations/document/overlap.ts';
import { withStepIds } from '../../domain/automations/document/references.ts';
import { automationTemplates } from '../../domain/automations/document/templates.ts';
import { EditConflictError, same } from '../../domain/kernel/edit.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { AutomationRowView } from '../../projections/automations/queries.ts';
import { type Automation, automationCalls, type AutomationRunParams } from '../contract/automations.ts';
import { fromUnderscored, underscored, underscoredPath } from '../contract/underscored.ts';
import { notFound, notShownYet, validationFailed } from '../kernel/errors.ts';
import { listQuery, listReply, wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentAutomationRow, presentRun } from '../present/automations.ts';
import { deedsOf } from '../present/automation-path.ts';

type Params = { readonly id: string };
const shown = ['automations'];

async function found({ parts, businessId }: Call, id: string) {
  const view = await parts.readModels.automation(businessId, id);
  if (view === null) throw notFound();
  return view;
}

/** The automation as it is: the document from its stream, the figures from the read model. */
async function whole(call: Call, id: string): Promise<Automation> {
  const { parts, businessId } = call;
  const view = await found(call, id);
  const state = await parts.commands.automations.state(id);
  if (state === null) throw notFound();
  const [problems, gone, counts] = await Promise.all([
    parts.commands.automations.problems(businessId, state.draft),
    goneFrom(call, [view]),
    parts.readModels.automationCounts(businessId, id, view.version),
  ]);
  const lost = gone.get(view.id) ?? [];
  return {
    ...presentAutomationRow(view, lost.length),
    origin: state.origin,
    revision: state.revision,
    document: underscored(state.draft) as Automation['document'],
    published: underscored(state.published) as Automation['published'],
    changed: state.published !== null && !same(state.draft, state.published),
    problems: problems.map(presentProblem),
    live_problems: lost.map(presentProblem),
    counts: [...counts],
  };
}
const presentProblem = ({ field, ...problem }: Problem) => ({
  ...problem,
  field: field === null ? null : underscoredPath(field),
});
/** What those of them that run name that is gone, by their ids. */
const goneFrom = ({ parts, businessId }: Call, views: readonly AutomationRowView[]) =>
  parts.commands.automations.gone(
    businessId,
    views.flatMap(({ id, status, version }) => (status === 'on' && version !== null ? [{ id, version }] : [])),
  );
/** The automation as a command has left it. */
async function settled(call: Call, position: Position | null, id: string) {
  await call.settled(position, shown);
  if ((await call.parts.readModels.automation(call.businessId, id)) === null) throw notShownYet();
  return { data: await whole(call, id) };
}
const newId = (call: Call): string => uuidV5(namespaces.command, call.context().commandId, 'automation');
/** What a command of a later step is called, so that a repeated request repeats all of them. */
const then = (call: Call, step: string) => {
  const context = call.context();
  return { ...context, commandId: uuidV5(namespaces.command, context.commandId, step) };
};
const created = async (call: Call, position: Position | null, id: string, name: string) => {
  await call.settled(position, shown);
  return { success: true as const, message: `${name} has been created.`, data: { id } };
};

/** What a new one begins as: under step ids of its own. */
function beginning(call: Call, template: string | null, given: Document | null) {
  const chosen = automationTemplates.find(({ key }) => key === template);
  if (template !== null && chosen === undefined) throw validationFailed({ template: ['There is no such template.'] });
  const of = newId(call);
  const mint = (id: string): string => uuidV5(namespaces.automation, 'step', of, id);
  if (chosen !== undefined)
    return { document: withStepIds(chosen.document, mint), origin: { kind: 'template' as const, id: chosen.key } };
  return { document: given, origin: { kind: 'blank' as const, id: null } };
}

/** A conflict names what differs as the API has it. */
async function withConflictsNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EditConflictError)) throw error;
    throw new EditConflictError(
      error.revision,
      error.changes.map(({ was, now, ...change }) => ({ ...change, was: underscored(was), now: underscored(now) })),
    );
  }
}

const runsAt = (node: string | null) => async (call: Call<Params, z.output<typeof AutomationRunParams>>) => {
  const { id } = await found(call, call.params.id);
  const query = listQuery(call.query);
  const given = node === null ? query : { ...query, node, status: query.status ?? ('inside' as const) };
  return listReply(await call.parts.readModels.automationRuns(call.businessId, id, given), query, presentRun);
};

export const automationRoutes = [
  route(automationCalls['GET /automations/all'], async ({ parts, businessId }) =>
    wholeReply(await parts.readModels.startableAutomations(businessId)),
  ),

  route(automationCalls['GET /automations'], async (call) => {
    const query = listQuery(call.query);
    const rows = await call.parts.readModels.automations(call.businessId, query);
    const gone = await goneFrom(call, rows.data);
    return listReply(rows, query, (view) => presentAutomationRow(view, gone.get(view.id)?.length ?? 0));
  }),

  route(automationCalls['POST /automations'], async (call) => {
    const { name, template = null, document } = call.body;
    const given = document === undefined ? null : fromUnderscored<Document>(document);
    const { document: drawn, origin } = beginning(call, template, given);
    const automationId = newId(call);
    const wanted = { automationId, name, origin, document: drawn ?? emptyOne };
    const { position } = await call.parts.commands.automations.create(call.context(), wanted);
    return created(call, position, automationId, name);
  }),

  route(automationCalls['GET /automations/templates'], async () => ({
    data: automationTemplates.map(({ key, name, about, document }) => ({
      key,
      name,
      about,
      document: underscored(document) as Automation['document'],
    })),
  })),

  route(automationCalls['GET /automations/{id}'], async (call) => ({ data: await whole(call, call.params.id) })),

  route(automationCalls['POST /automations/{id}'], async (call) => {
    const { automations } = call.parts.commands;
    const { id: automationId } = call.params;
    const { name, publish = false, moves = [], revision, ...changes } = call.body;
    return withConflictsNamed(async () => {
      const given =
        fromUnderscored<Omit<Parameters<typeof automations.draft>[1], 'automationId' | 'revision'>>(changes);
      const drafted = await automations.draft(call.context(), { automationId, revision, ...given });
      let { position } = drafted;
      if (name !== undefined)
        position = (await automations.rename(then(call, 'rename'), { automationId, name })).position ?? position;
      if (publish) {
        // What was just saved is what is published: nobody drew anything in between.
        const seen = revision === null ? null : drafted.result.revision;
        const wanted = { automationId, revision: seen, moves };
        position = (await automations.publish(then(call, 'publish'), wanted)).position ?? position;
      }
      return settled(call, position, automationId);
    });
  }),

  route(automationCalls['DELETE /automations/{id}'], async (call) => {
    const { id: automationId } = call.params;
    const { position } = await call.parts.commands.automations.archive(call.context(), { automationId });
    await call.settled(position, shown);
    return { success: true as const, message: 'The automation is gone. It ends for everybody who is inside.' };
  }),

  route(automationCalls['GET /automations/{id}/unique-id'], async (call) => ({
    data: { unique_id: call.parts.identifiers.token('share', (await found(call, call.params.id)).id) },
  })),

  route(automationCalls['POST /automations/{id}/clone'], async (call) => {
    const automationId = newId(call);
    const { name } = call.body;
    const wanted = { automationId, uniqueId: call.params.id, ...(name === undefined ? {} : { name }) };
    const { position } = await call.parts.commands.automations.clone(call.context(), wanted);
    return created(call, position, automationId, name ?? 'Your copy');
  }),

  route(automationCalls['POST /automations/{id}/duplicate'], async (call) => {
    const automationId = newId(call);
    const { name } = call.body;
    const wanted = { automationId, of: call.params.id, name };
    const { position } = await call.parts.commands.automations.duplicate(call.context(), wanted);
    return created(call, position, automationId, name);
  }),

  route(automationCalls['POST /automations/{id}/refresh'], async (call) => {
    const { id: automationId } = call.params;
    const { position } = await call.parts.commands.automations.refresh(call.context(), { automationId });
    return settled(call, position, automationId);
  }),

  route(automationCalls['POST /automations/{id}/switch'], async (call) => {
    const { id: automationId } = call.params;
    const { on, lapsed } = call.body;
    const wanted = on ? { automationId, on: true as const, lapsed } : { automationId, on: false as const };
    const { position } = await call.parts.commands.automations.switch(call.context(), wanted);
    return settled(call, position, automationId);
  }),

  route(automationCalls['GET /automations/{id}/versions'], async (call) => {
    const { id } = await found(call, call.params.id);
    const versions = await call.parts.readModels.automationVersions(call.businessId, id);
    return {
      data: versions.map(({ version, publishedAt, by, entered, inside, reached }) => ({
        version,
        published_at: publishedAt,
        by,
        entered,
        inside,
        reached,
      })),
    };
  }),

  route(automationCalls['GET /automations/{id}/versions/{version}'], async (call) => {
    const { id } = await found(call, call.params.id);
    const { version } = call.params;
    const [document, counts] = await Promise.all([
      call.parts.commands.automations.version(id, version),
      call.parts.readModels.automationCounts(call.businessId, id, version),
    ]);
    if (document === null) throw notFound('There is no such version.');
    const made = underscored(document.document) as Automation['document'];
    return { data: { version, document: made, counts: [...counts] } };
  }),

  route(automationCalls['GET /automations/{id}/overlaps'], async (call) => {
    const { parts, businessId } = call;
    const { id } = await found(call, call.params.id);
    const [state, others] = await Promise.all([
      parts.commands.automations.state(id),
      parts.readModels.publishedAutomations(businessId),
    ]);
    if (state === null) throw notFound();
    const overlaps = await Promise.all(
      others
        .filter((other) => other.id !== id)
        .map(async (other) => {
          const made = await parts.commands.automations.version(other.id, other.version);
          const both = made === null ? [] : overlapsOf(state.draft, made.document);
          return both.map(({ triggers, nodes }) => ({
            trigger: triggers[0],
            node: nodes[0],
            other: { id: other.id, name: other.name, trigger: triggers[1], node: nodes[1] },
          }));
        }),
    );
    const running = await Promise.all(
      others
        .filter((other) => other.id !== id)
        .map(async (other) => ({
          id: other.id,
          document: (await parts.commands.automations.version(other.id, other.version))?.document ?? null,
        })),
    );
    const names = new Map([...others, { id, name: state.name }].map((one) => [one.id, one.name]));
    const circles = circlesThrough(
      { id, document: state.draft },
      running.flatMap(({ id: of, document }) => (document === null ? [] : [{ id: of, document }])),
    );
    return {
      data: overlaps.flat(),
      circles: circles.map(({ links, endless }) => ({
        endless,
        steps: links.map(({ automation, ...link }) => ({
          ...link,
          automation: { id: automation, name: names.get(automation) ?? '' },
        })),
      })),
    };
  }),

  route(automationCalls['GET /automations/{id}/runs'], runsAt(null)),

  route(automationCalls['GET /automations/{id}/runs/{runId}'], async (call) => {
    const { parts, businessId, params } = call;
    const view = await parts.readModels.automationRun(businessId, params.runId);
    if (view === null || view.automationId !== params.id) throw notFound();
    const [made, { events, said, held }] = await Promise.all([
      parts.commands.automations.version(view.automationId, view.version),
      parts.commands.automations.path(view.id),
    ]);
    const document = made === null ? null : (underscored(made.document) as Automation['document']);
    return { data: { ...presentRun(view), document, path: deedsOf(events, said, held) } };
  }),

  route(automationCalls['GET /automations/{id}/wait-contacts/{blockId}'], (call) => runsAt(call.params.blockId)(call)),
];

const emptyOne: Document = { triggers: [], reentry: { kind: 'once' }, start: null, nodes: {} };
