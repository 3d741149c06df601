import {
  type Credentials,
  type Grant,
  type Integrations,
  ProviderAway,
  providerOf,
  ProviderRefused,
} from '../../adapters/integrations/port.ts';
import { type ProviderType, serviceNames, type Trouble } from '../../domain/integrations/fields.ts';
import {
  credentialsRef,
  existingIntegration,
  Integration,
  type LiveIntegration,
  reconnectNote,
  refuse,
  usable,
} from '../../domain/integrations/integration.ts';
import { IntegrationList, listIntegration } from '../../domain/integrations/integration-list.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type BusinessId, type IntegrationId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { businessOf } from '../kernel/business-user.ts';
import type { Call } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, type UnitOfWork } from '../kernel/unit-of-work.ts';

/** A connection of the business that the caller is at, and its stream. */
export async function ownIntegration(call: Call, { integrationId }: { readonly integrationId: IntegrationId }) {
  const { businessId, tenant } = businessOf(call.context);
  const stream = streams.integration(integrationId);
  return { businessId, tenant, stream };
}
export async function loaded(call: Call, integrationId: IntegrationId): Promise<LiveIntegration> {
  const { businessId, stream } = await ownIntegration(call, { integrationId });
  return existingIntegration(businessId, await call.world.loadState(stream, Integration));
}

/** The provider of a type. Throws `provider_unavailable` where the installation has none. */
export function provider<T extends ProviderType>(world: CommandServices, type: T): NonNullable<Integrations[T]> {
  const found = world.integrations?.[type] ?? null;
  if (found === null)
    throw new DomainError('provider_unavailable', `${serviceNames[type]} can’t be connected on this installation.`);
  return found;
}

/** Takes a place in the business's list, which has so many. */
export const enlist = (work: UnitOfWork, businessId: BusinessId, integrationId: IntegrationId) =>
  work.change({
    stream: streams.integrationList(businessId),
    aggregate: IntegrationList,
    decide: (list) => listIntegration({ businessId, integrationId }, list),
  });

export const keepCredentials = ({ vault }: CommandServices, id: IntegrationId, credentials: Credentials) =>
  vault.put(credentialsRef(id), JSON.stringify(credentials));
export const forgetCredentials = ({ vault }: CommandServices, id: IntegrationId) => vault.delete(credentialsRef(id));

export async function credentialsOf({ vault }: CommandServices, id: IntegrationId): Promise<Credentials> {
  const kept = await vault.get(credentialsRef(id));
  if (kept === null) throw new ProviderRefused('access-ended', 'There are no credentials.');
  return JSON.parse(kept) as Credentials;
}

/** How long before its end a token is exchanged, in ms. */
const earlyMs = 5 * 60_000;

/**
 * New credentials for those that ended or soon will. One process at a time asks for them and reads again first: a
 * provider that meets an old refresh token twice may end the whole sign-in.
 */
const refreshed = (
  world: CommandServices,
  integrations: Integrations,
  of: { readonly id: IntegrationId; readonly type: ProviderType },
  before: Credentials,
): Promise<Credentials> =>
  integrations.exclusively(of.id, async () => {
    const now = await credentialsOf(world, of.id);
    if (now.accessToken !== before.accessToken) return now;
    const next = await providerOf(integrations, of.type)!.refreshed(now);
    await keepCredentials(world, of.id, next);
    return next;
  });

/** Asks a provider with the credentials of a connection; a token that ends is exchanged, once. */
async function asking<T>(
  world: CommandServices,
  of: { readonly id: IntegrationId; readonly type: ProviderType; readonly account: string },
  work: (grant: Grant) => Promise<T>,
): Promise<T> {
  const integrations = world.integrations!;
  let credentials = await credentialsOf(world, of.id);
  const endsSoon =
    credentials.expiresAt !== null && Date.parse(credentials.expiresAt) - world.now().getTime() < earlyMs;
  if (endsSoon) credentials = await refreshed(world, integrations, of, credentials);
  try {
    return await work({ account: of.account, credentials });
  } catch (error) {
    const mayHelp = error instanceof ProviderRefused && error.trouble === 'access-ended';
    if (!mayHelp || endsSoon || credentials.refreshToken === null) throw error;
    return work({ account: of.account, credentials: await refreshed(world, integrations, of, credentials) });
  }
}

/** The connection is known to be refused from now on. */
export async function recordRefusal(
  call: Call,
  integrationId: IntegrationId,
  trouble: Trouble,
): Promise<bigint | null> {
  const { businessId, tenant, stream } = await ownIntegration(call, { integrationId });
  // A name of its own: the command that met the refusal may be tried again after the next sign-in.
  const commandId = uuidV5(namespaces.command, call.context.commandId, 'integration-refused');
  const work = startUnitOfWork(call.world, call.context, { tenant, commandId });
  await work.change({
    stream,
    aggregate: Integration,
    decide: (current) => refuse({ businessId, integrationId, trouble }, current),
  });
  return work.outcome(undefined).position;
}

/**
 * Asks the provider of a connection that is on. Throws `provider_refused`, which the connection then says of itself, or
 * `provider_unavailable`.
 */
export async function withGrant<T extends ProviderType, R>(
  call: Call,
  { integrationId, type }: { readonly integrationId: IntegrationId; readonly type: T },
  work: (of: NonNullable<Integrations[T]>, grant: Grant) => Promise<R>,
): Promise<R> {
  const { world } = call;
  const { businessId, stream } = await ownIntegration(call, { integrationId });
  const found = usable(businessId, await world.loadState(stream, Integration));
  if (found.type !== type) throw new DomainError('not_found', 'This integration does not exist.');
  const of = provider(world, type);
  try {
    return await asking(world, { id: integrationId, type, account: found.account }, (grant) => work(of, grant));
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await recordRefusal(call, integrationId, error.trouble);
      throw new DomainError('provider_refused', reconnectNote(found));
    }
    throw inWords(error, type);
  }
}

/** What is thrown by a provider as callers see it. */
export function inWords(error: unknown, type: ProviderType): unknown {
  if (error instanceof ProviderAway)
    return new DomainError('provider_unavailable', `${serviceNames[type]} doesn’t answer. Try again in a few minutes.`);
  if (error instanceof ProviderRefused)
    return new DomainError(
      'provider_refused',
      error.trouble === 'not-allowed' ?
        `${serviceNames[type]} doesn’t allow what is needed: ${error.message}`
      : `${serviceNames[type]} refused: ${error.message}`,
    );
  return error;
}
