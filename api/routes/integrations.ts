import { type IntegrationType, integrationTypes, serviceNames, signInOf } from '../../domain/integrations/fields.ts';
import { reconnectNote } from '../../domain/integrations/integration.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { IntegrationView } from '../../projections/integrations/queries.ts';
import { type Integration, integrationCalls, type IntegrationSync } from '../contract/index.ts';
import { ApiError, notFound, withFieldNames } from '../kernel/errors.ts';
import { wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { pluginOf, snippetOf } from '../present/inbound-form.ts';
import { keptHookCalls, keptSample } from '../webhooks/hook-calls.ts';

const shown = ['integrations'];
const fields = { apiKey: 'api_key', integrationId: 'integration_id' };
const failures: Readonly<Record<string, string>> = {
  refused: 'The service no longer lets us in.',
  unavailable: 'The service didn’t answer. Try again later.',
  'too-large': 'There are more than 100,000 people. Import them from a file that the service exports.',
  empty: 'There is no one to fetch.',
};

function presentSync({ sync, syncAt, syncRecords, syncUploadId }: IntegrationView): IntegrationSync | null {
  if (sync === null || syncAt === null) return null;
  const status = sync === 'running' || sync === 'done' ? sync : 'failed';
  return {
    status,
    at: syncAt,
    records: Number(syncRecords ?? 0),
    upload_id: syncUploadId,
    note: status === 'failed' ? (failures[sync] ?? failures['unavailable']!) : null,
  };
}

function present(view: IntegrationView): Integration {
  const type = view.type as IntegrationType;
  const trouble = view.trouble === 'none' ? null : view.trouble;
  const connectedAt = view.connectedAt ?? '';
  return {
    id: view.id,
    type,
    name: view.name ?? '',
    status:
      trouble !== null ? 'attention'
      : view.isOn === false ? 'off'
      : 'connected',
    health:
      trouble === 'not-allowed' ?
        `${serviceNames[type]} doesn’t allow what is needed. Connect it again and allow all of it.`
      : trouble !== null ? reconnectNote({ name: serviceNames[type], type })
      : view.isOn === false ? 'Off. Nothing is fetched or sent.'
      : 'Connected.',
    account: view.account ?? '',
    created_at: view.createdAt ?? '',
    connected_at: connectedAt,
    sync: presentSync(view),
  };
}

const all = ({ parts, businessId }: Call, type: IntegrationType | null = null) =>
  parts.readModels.integrations(businessId, type);

/** The connection that is asked: the one that is named, or the only one of its type that is on. */
async function askedOf(call: Call, type: IntegrationType, id: string | undefined): Promise<string> {
  if (id !== undefined) return id;
  const working = (await all(call, type)).filter(({ isOn, trouble }) => isOn !== false && trouble === 'none');
  if (working.length === 1) return working[0]!.id;
  throw new ApiError(
    'validation_failed',
    working.length === 0 ? `${serviceNames[type]} isn’t connected.` : 'Choose which connection is meant.',
    { fields: { integration_id: ['Choose a connection.'] } },
  );
}

const choices = async <R>(
  call: Call,
  type: IntegrationType,
  id: string | undefined,
  ask: (integrationId: string) => Promise<{ readonly result: readonly R[] }>,
) => (await ask(await askedOf(call, type, id))).result;

const aWeekMs = 7 * 86_400_000;
/** Where the person is signed in: a brand's host that there is, else the platform's. A header may name any. */
async function ownOrigin({ parts, request }: Call): Promise<string> {
  const { publicUrl } = parts.config;
  const isBrand = (await parts.brands.agencyOf(request.host)) !== null;
  return isBrand ? `${new URL(publicUrl).protocol}//${request.host}` : new URL(publicUrl).origin;
}
const newKey = ({ parts }: Call): string => parts.identifiers.token('hook', parts.identifiers.random());

/** What was sent to an integration last, and what became of the calls. */
async function heardBy({ parts, businessId }: Call, id: string) {
  const [sample, calls] = await Promise.all([
    keptSample(parts.db, { hookId: id, businessId, since: new Date(parts.now().getTime() - aWeekMs) }),
    keptHookCalls(parts.db, { hookId: id, businessId }),
  ]);
  return { sample: sample?.body ?? null, calls };
}

export const integrationRoutes = [
  route(integrationCalls['GET /integrations'], async (call) => wholeReply((await all(call)).map(present))),
  route(integrationCalls['GET /integrations/type/{type}'], async (call) =>
    wholeReply((await all(call, call.params.type)).map(present)),
  ),
  route(integrationCalls['GET /integrations/user'], async (call) => {
    const [connectable, views] = await Promise.all([call.parts.commands.integrations.connectable(), all(call)]);
    const services = integrationTypes.map((type) => ({
      type,
      name: serviceNames[type],
      sign_in: signInOf[type],
      available: connectable.includes(type),
    }));
    return { data: { services, integrations: views.map(present) } };
  }),
  route(integrationCalls['GET /integrations/user/select-options'], async (call) =>
    wholeReply(
      (await all(call, call.query.type ?? null))
        .map(present)
        .filter(({ status }) => status === 'connected')
        .map(({ id, name, type }) => ({ id, name, type })),
    ),
  ),
  route(integrationCalls['GET /integrations/goto/webinars'], async (call) =>
    wholeReply(
      (
        await choices(call, 'goto', call.query.integration_id, (integrationId) =>
          call.parts.commands.integrations.webinars(call.context(), { integrationId, asked: {} }),
        )
      ).map(({ startsAt, ...webinar }) => ({ ...webinar, starts_at: startsAt })),
    ),
  ),
  route(integrationCalls['GET /integrations/fb/pages'], async (call) =>
    wholeReply(
      await choices(call, 'fb', call.query.integration_id, (integrationId) =>
        call.parts.commands.integrations.pages(call.context(), { integrationId, asked: {} }),
      ),
    ),
  ),
  route(integrationCalls['GET /integrations/fb/forms'], async (call) =>
    wholeReply(
      await choices(call, 'fb', call.query.integration_id, (integrationId) =>
        call.parts.commands.integrations.forms(call.context(), { integrationId, asked: { page: call.query.page_id } }),
      ),
    ),
  ),
  route(integrationCalls['GET /integrations/stripe/products'], async (call) =>
    wholeReply(
      await choices(call, 'stripe', call.query.integration_id, (integrationId) =>
        call.parts.commands.integrations.products(call.context(), { integrationId, asked: {} }),
      ),
    ),
  ),
  route(integrationCalls['GET /integrations/stripe/prices'], async (call) =>
    wholeReply(
      await choices(call, 'stripe', call.query.integration_id, (integrationId) =>
        call.parts.commands.integrations.prices(call.context(), {
          integrationId,
          asked: { product: call.query.product_id },
        }),
      ),
    ),
  ),
  route(integrationCalls['GET /integrations/{id}'], async ({ parts, businessId, params }) => {
    const view = await parts.readModels.integration(businessId, params.id);
    if (view === null) throw notFound('This integration does not exist.');
    return { data: present(view) };
  }),

  route(integrationCalls['POST /integrations/sign-in'], async (call) => {
    const { type, name, integration_id: integrationId } = call.body;
    const redirectUri = `${call.parts.config.publicUrl}/auth/callback`;
    const { result } = await call.parts.commands.integrations.beginSignIn(call.context(), {
      type,
      name,
      integrationId,
      redirectUri,
      origin: await ownOrigin(call),
    });
    return { data: result };
  }),
  route(integrationCalls['POST /integrations'], async (call) => {
    const { parts, body } = call;
    const context = call.context();
    const fresh = uuidV5(namespaces.command, context.commandId, 'integration');
    if ('code' in body) {
      const { position, result } = await parts.commands.integrations.finishSignIn(context, {
        integrationId: fresh,
        ...body,
      });
      await call.settled(position, shown);
      return { success: true as const, message: `${result.name} is connected.`, data: { id: result.integrationId } };
    }
    if (!('api_key' in body)) {
      const { type, name } = body;
      const opened = { integrationId: fresh, type, name, key: newKey(call) };
      const { position } = await parts.commands.integrations.openAddress(context, opened);
      await call.settled(position, shown);
      return { success: true as const, message: `${name} is ready.`, data: { id: fresh } };
    }
    const { type, name, api_key: apiKey } = body;
    const { position } = await withFieldNames(fields, () =>
      parts.commands.integrations.connectByKey(context, { integrationId: fresh, type, name, apiKey }),
    );
    await call.settled(position, shown);
    return { success: true as const, message: `${name} is connected.`, data: { id: fresh } };
  }),
  route(integrationCalls['PUT /integrations/{id}'], async (call) => {
    const { name, api_key: apiKey } = call.body;
    const { position } = await withFieldNames(fields, () =>
      call.parts.commands.integrations.change(call.context(), { integrationId: call.params.id, name, apiKey }),
    );
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.' };
  }),
  route(integrationCalls['GET /integrations/{id}/intake'], async (call) => {
    const { parts, params } = call;
    const { result } = await parts.commands.integrations.intakeOf(call.context(), { integrationId: params.id });
    const { intake, key } = result;
    const url = `${await ownOrigin(call)}/webhooks/integrations/${params.id}`;
    return {
      data: {
        mapping: intake.mapping,
        campaigns: intake.campaigns.map(({ part, campaignId }) => ({ part, campaign_id: campaignId })),
        inbound: key === null ? null : { url, key, snippet: snippetOf(url, key), plugin: pluginOf(url, key) },
        ...(await heardBy(call, params.id)),
      },
    };
  }),
  route(integrationCalls['PUT /integrations/{id}/intake'], async (call) => {
    const { mapping, campaigns } = call.body;
    const { position } = await call.parts.commands.integrations.changeIntake(call.context(), {
      integrationId: call.params.id,
      intake: { mapping, campaigns: campaigns.map(({ part, campaign_id: campaignId }) => ({ part, campaignId })) },
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.' };
  }),
  route(integrationCalls['POST /integrations/{id}/key'], async (call) => {
    const key = newKey(call);
    await call.parts.commands.integrations.issueKey(call.context(), { integrationId: call.params.id, key });
    return { data: { key } };
  }),
  route(integrationCalls['POST /integrations/{id}/toggle-status'], async (call) => {
    const isOn = call.body.is_active;
    const { position } = await call.parts.commands.integrations.switch(call.context(), {
      integrationId: call.params.id,
      isOn,
    });
    await call.settled(position, shown);
    return { success: true as const, message: isOn ? 'It is on.' : 'It is off.' };
  }),
  route(integrationCalls['POST /integrations/{id}/sync-data'], async (call) => {
    const context = call.context();
    const { position } = await call.parts.commands.integrations.requestSync(context, {
      integrationId: call.params.id,
      syncId: uuidV5(namespaces.command, context.commandId, 'sync'),
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'Fetching everyone. You look at them before anyone is imported.' };
  }),
  route(integrationCalls['DELETE /integrations/{id}'], async (call) => {
    const { position } = await call.parts.commands.integrations.remove(call.context(), {
      integrationId: call.params.id,
    });
    await call.settled(position, shown);
    return { success: true as const };
  }),
];
