import { sql } from 'kysely';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type AutomationHookRow, automationHookCalls } from '../contract/automation-hooks.ts';
import { notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { refuseIfUsed } from '../kernel/uses.ts';
import { keptHookCalls, keptSample } from '../webhooks/hook-calls.ts';

const shown = ['automation_hooks'];
const hooksAnHour = 60;
const aWeekMs = 7 * 86_400_000;
const pathOf = (hookId: string): string => `/webhooks/automations/${hookId}`;

interface Kept {
  readonly at: Date;
  readonly outcome: NonNullable<AutomationHookRow['outcome']>;
}

async function hookOf({ parts, businessId }: Call, hookId: string) {
  const hook = await parts.commands.automations.hookState(hookId);
  if (hook?.businessId !== businessId) throw notFound('There is no such address.');
  const since = new Date(parts.now().getTime() - aWeekMs);
  const [sample, calls] = await Promise.all([
    keptSample(parts.db, { hookId, businessId, since }),
    keptHookCalls(parts.db, { hookId, businessId }),
  ]);
  return {
    data: {
      id: hookId,
      name: hook.name,
      path: pathOf(hookId),
      mapping: hook.mapping,
      calls,
      sample: sample?.body ?? null,
      heard_at: sample?.heard_at.toISOString() ?? null,
    },
  };
}
const newSecret = ({ parts }: Call): string => parts.identifiers.token('hook', parts.identifiers.random());
const limited = ({ parts, session }: Call) =>
  parts.rateLimits.take([{ key: `hooks:${session.userId}`, max: hooksAnHour, windowMs: 3_600_000 }]);

export const automationHookRoutes = [
  route(automationHookCalls['GET /automations/new-webhook'], async (call) => {
    await limited(call);
    const { parts } = call;
    const [hookId, secret] = [parts.identifiers.random(), newSecret(call)];
    const { position } = await parts.commands.automations.makeHook(call.context(), { hookId, secret });
    await call.settled(position, shown);
    return { data: { id: hookId, path: pathOf(hookId), secret } };
  }),

  route(automationHookCalls['GET /automations/webhooks'], async ({ parts, businessId }) => {
    const hooks = await parts.readModels.automationHooks(businessId);
    const { rows } = await sql<Kept & { hook_id: string }>`select distinct on (hook_id)
        hook_id, at, outcome from ops.automation_hook_calls
      where hook_id = any(${hooks.map(({ id }) => id)}::uuid[]) order by hook_id, id desc`.execute(parts.db);
    const last = new Map(rows.map((row) => [row.hook_id, row]));
    return {
      data: hooks.map(({ id, name, mapped, madeAt }) => ({
        id,
        name,
        path: pathOf(id),
        created_at: new Date(madeAt).toISOString(),
        mapped,
        heard_at: last.get(id)?.at.toISOString() ?? null,
        outcome: last.get(id)?.outcome ?? null,
      })),
    };
  }),

  route(automationHookCalls['GET /automations/webhooks/{id}'], (call) => hookOf(call, call.params.id)),

  route(automationHookCalls['PUT /automations/webhooks/{id}'], async (call) => {
    const { automations } = call.parts.commands;
    const { id: hookId } = call.params;
    const { mapping, name } = call.body;
    const context = call.context();
    if (mapping !== undefined) {
      const { position } = await automations.mapHook(context, { hookId, mapping });
      await sql`delete from ops.automation_hook_samples where hook_id = ${hookId}`.execute(call.parts.db);
      await call.settled(position, shown);
    }
    if (name !== undefined) {
      const commandId = uuidV5(namespaces.command, context.commandId, 'name');
      const { position } = await automations.nameHook({ ...context, commandId }, { hookId, name });
      await call.settled(position, shown);
    }
    return hookOf(call, hookId);
  }),

  route(automationHookCalls['DELETE /automations/webhooks/{id}'], async (call) => {
    const { id: hookId } = call.params;
    await refuseIfUsed(call, 'hook', hookId, call.query.even_if_used);
    const { position } = await call.parts.commands.automations.deleteHook(call.context(), { hookId });
    await sql`delete from ops.automation_hook_samples where hook_id = ${hookId}`.execute(call.parts.db);
    await sql`delete from ops.automation_hook_calls where hook_id = ${hookId}`.execute(call.parts.db);
    await call.settled(position, shown);
    return { success: true as const, message: 'The address is deleted. Calls to it are refused.' };
  }),

  route(automationHookCalls['POST /automations/webhooks/{id}/secret'], async (call) => {
    await limited(call);
    const secret = newSecret(call);
    await call.parts.commands.automations.changeHookSecret(call.context(), { hookId: call.params.id, secret });
    return { data: { secret } };
  }),

  route(automationHookCalls['GET /automations/signing-secret'], async ({ parts, businessId }) => {
    const { changedAt } = await parts.commands.automations.signingState(businessId);
    return { data: { changed_at: changedAt } };
  }),

  route(automationHookCalls['POST /automations/signing-secret'], async (call) => {
    await limited(call);
    const { result } = await call.parts.commands.automations.changeSigning(call.context(), {});
    return { data: { secret: result.secret, changed_at: result.changedAt } };
  }),
];
