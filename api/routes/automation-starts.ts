import type { z } from 'zod';
import { type Node, nodeOf } from '../../domain/automations/document/document.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { automationStartCalls, type HandWaiting } from '../contract/automation-starts.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentRun } from '../present/automations.ts';
import { startBulk } from './bulk.ts';

const shown = ['automations'];
/** So many are handed on by one call. */
const maxConcurrent = 500;

type Handing = z.output<typeof HandWaiting>;

/** Who is at a step and may be handed on: those that were chosen, or the next ones of all; how many more, and from where. */
async function waitingAt({ parts, businessId }: Call, id: string, node: string, { run_ids: runIds, ...from }: Handing) {
  const asOf = from.as_of ?? parts.now().toISOString();
  if (runIds === undefined) {
    const after = { after: from.after ?? null, asOf, limit: maxConcurrent };
    const { runs, left } = await parts.readModels.runsAtStep(businessId, id, node, after);
    return { runs, left, next: left === 0 ? null : (runs.at(-1)?.id ?? null), asOf };
  }
  const found = await Promise.all(runIds.map((runId) => parts.readModels.automationRun(businessId, runId)));
  const runs = found.filter((run) => run !== null && run.automationId === id && run.node === node);
  if (runs.length === 0) throw notFound('None of them is at this step.');
  return { runs: runs.filter((run) => run !== null), left: 0, next: null, asOf };
}

/** The contact itself, or who it was merged into. */
async function contactAt({ parts, businessId }: Call, id: string) {
  const contact = await parts.readModels.contact(businessId, id);
  if (contact === null) throw notFound('This contact does not exist.');
  return contact;
}

/** Asks once for each. */
function once<K extends readonly unknown[], V>(ask: (key: K) => Promise<V>) {
  const known = new Map<string, Promise<V>>();
  return (key: K): Promise<V> => {
    const found = known.get(key.join(' ')) ?? ask(key);
    known.set(key.join(' '), found);
    return found;
  };
}

const stepName = ({ kind, name }: Node) => ({ kind, name });

export const automationStartRoutes = [
  route(automationStartCalls['GET /contacts/{id}/automations'], async (call) => {
    const { parts, businessId } = call;
    const { id } = await contactAt(call, call.params.id);
    const query = { ...listQuery(call.query), contact_id: id };
    const found = await parts.readModels.automationRuns(businessId, null, query);
    const documentOf = once(([id, version]: readonly [string, number]) =>
      parts.commands.automations.version(id, version).then((made) => made?.document ?? null),
    );
    const steps = new Map(
      await Promise.all(
        found.data.map(async ({ id: runId, automationId, version, node }) => {
          const document = node === null ? null : await documentOf([automationId, version]);
          const step = document === null ? null : nodeOf(document, node!);
          return [runId, step === null ? null : stepName(step)] as const;
        }),
      ),
    );
    return listReply(found, query, (view) => {
      const { contact: _, ...run } = presentRun(view);
      return { ...run, step: steps.get(view.id) ?? null };
    });
  }),

  route(automationStartCalls['GET /contacts/{id}/start-automation'], async (call) => {
    const { parts, businessId, query } = call;
    const { id } = await contactAt(call, call.params.id);
    if ((await parts.readModels.automation(businessId, query.automationId)) === null) throw notFound();
    const found = await parts.commands.automations.entryAhead(query.automationId, businessId, id);
    return { data: { refused: found.refused, steps: found.steps.map(stepName), goes_on: found.goesOn } };
  }),

  route(automationStartCalls['POST /contacts/{id}/start-automation'], async (call) => {
    const { automationId } = call.body;
    const wanted = { automationId, contactId: call.params.id };
    const { position, result } = await call.parts.commands.automations.start(call.context(), wanted);
    await call.settled(position, shown);
    return { success: true as const, message: 'The contact is in.', data: { run_id: result.runId } };
  }),

  route(automationStartCalls['POST /contacts/{id}/stop-automation'], async (call) => {
    const { automationId } = call.body;
    const wanted = { automationId, contactId: call.params.id };
    const { position, result } = await call.parts.commands.automations.stop(call.context(), wanted);
    await call.settled(position, shown);
    const message = result.done ? 'It has ended for this contact.' : 'This contact is not in it.';
    return { success: true as const, message };
  }),

  route(automationStartCalls['POST /contacts/bulk-start-automation'], async (call) => {
    const { automationId, contactIds, filters } = call.body;
    const view = await call.parts.readModels.automation(call.businessId, automationId);
    if (view === null) throw notFound();
    const whose = { contact_ids: contactIds, filters };
    return startBulk(call, whose, { kind: 'start-automation', automationId, name: view.name });
  }),

  route(automationStartCalls['POST /automations/{id}/wait-contacts/{blockId}'], async (call) => {
    const { parts, businessId, body, params } = call;
    if ((await parts.readModels.automation(businessId, params.id)) === null) throw notFound();
    const { runs, left, next, asOf } = await waitingAt(call, params.id, params.blockId, body);
    const context = call.context();
    let done = 0;
    let newest: bigint | null = null;
    for (let from = 0; from < runs.length; from += 25)
      await Promise.all(
        runs.slice(from, from + 25).map(async ({ id: runId, node, visit }) => {
          const commandId = uuidV5(namespaces.command, context.commandId, 'hand', runId);
          const at = node === null || visit === 0 ? null : { node, visit };
          const wanted = { runId, act: body.act, at };
          const { position, result } = await parts.commands.automations.override({ ...context, commandId }, wanted);
          if (result.done) done += 1;
          if (position !== null && (newest === null || position > newest)) newest = position;
        }),
      );
    await call.settled(newest, shown);
    const words = { 'go-on': 'go on', skip: 'pass it over', stop: 'are out' }[body.act];
    const message = `${done.toLocaleString('en-US')} ${words}.`;
    return { success: true as const, message, data: { done, left, next, as_of: asOf } };
  }),
];
