import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  inboundTypes,
  integrationFields,
  IntegrationType,
  serviceNames,
  signInOf,
} from '../../domain/integrations/fields.ts';
import { checkRoom, IntegrationList, unlistIntegration } from '../../domain/integrations/integration-list.ts';
import * as decide from '../../domain/integrations/integration.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, IntegrationId, UserId } from '../../domain/kernel/ids.ts';
import { hashOf } from '../kernel/secrets.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { people } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { streams } from '../../domain/streams.ts';
import { enlist, forgetCredentials, inWords, keepCredentials, loaded, ownIntegration, provider } from './access.ts';

const of = { integrationId: IntegrationId };
const inboundKey = z.string().min(20).max(200);
const common = { by: people, aggregate: decide.Integration, at: ownIntegration };

/** A sign-in at a provider that has begun. It travels sealed with the browser and comes back with the answer. */
const Begun = z.object({
  businessId: BusinessId,
  userId: UserId,
  type: z.enum(['goto', 'fb']),
  /** Of a connection that is to be made. */
  name: z.string(),
  /** The connection that signs in again; null: a new one. */
  integrationId: IntegrationId.nullable(),
  /** PKCE (RFC 7636). */
  verifier: z.string(),
  redirectUri: z.string(),
  /** The host where the person is signed in: the service knows the platform's alone. */
  origin: z.string(),
  until: z.number(),
});
type Begun = z.output<typeof Begun>;
const sealedFor = 'integration-sign-in';
/** How long someone may take at the provider, in ms. */
const patienceMs = 30 * 60_000;

/** Answers where the browser goes to allow us in. */
export const beginSignIn = command({
  input: z.object({
    type: IntegrationType.extract(['goto', 'fb']),
    name: integrationFields.name,
    integrationId: IntegrationId.nullable(),
    redirectUri: z.url(),
    origin: z.url(),
  }),
  by: people,
  async run(call, { type, name, integrationId, redirectUri, origin }) {
    const { world } = call;
    const { businessId, userId } = businessUserOf(call.context);
    if (integrationId !== null && (await loaded(call, integrationId)).type !== type)
      throw new DomainError('not_found', 'This integration does not exist.');
    if (integrationId === null) checkRoom(await world.loadState(streams.integrationList(businessId), IntegrationList));
    const service = provider(world, type);
    const verifier = randomBytes(32).toString('base64url');
    const until = world.now().getTime() + patienceMs;
    const begun: Begun = { businessId, userId, type, name, integrationId, verifier, redirectUri, origin, until };
    const state = world.vault.seal(sealedFor, JSON.stringify(begun)).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return { position: null, result: { url: service.authorizeUrl({ redirectUri, state, challenge }) } };
  },
});

function opened({ vault, now }: CommandServices, state: string): Begun {
  const again = 'This sign-in is no longer good. Start it again.';
  let begun: Begun;
  try {
    begun = Begun.parse(JSON.parse(vault.unseal(sealedFor, Buffer.from(state, 'base64url'))));
  } catch {
    throw new DomainError('token_invalid', again);
  }
  if (begun.until < now().getTime()) throw new DomainError('token_invalid', again);
  return begun;
}

/** Where a sign-in that comes back began; null: it is none of ours, or too old. Only we can write one. */
export const returnOrigin = question(async (world, state: string): Promise<string | null> => {
  try {
    return opened(world, state).origin;
  } catch {
    return null;
  }
});

/** The browser is back from the provider. `integrationId`: the name of a new connection. Answers which one it is. */
export const finishSignIn = command({
  input: z.object({ ...of, code: z.string().min(1).max(4_000), state: z.string().min(1).max(4_000) }),
  by: people,
  async run(call, { integrationId: fresh, code, state }) {
    const { world, context } = call;
    const { businessId, userId, tenant } = businessUserOf(context);
    const begun = opened(world, state);
    // Nobody finishes what another began: their account would be connected to the wrong business.
    if (begun.businessId !== businessId || begun.userId !== userId)
      throw new DomainError('token_invalid', 'Someone else started this sign-in. Start it again.');
    const { type, name, verifier, redirectUri } = begun;
    const service = provider(world, type);
    const integrationId = begun.integrationId ?? fresh;
    const { stream } = await ownIntegration(call, { integrationId });
    const { account, credentials } = await service
      .grantOf({ code, verifier, redirectUri })
      .catch((error: unknown): never => {
        throw inWords(error, type);
      });
    const isNew = begun.integrationId === null;
    const work = startUnitOfWork(world, context, { tenant });
    if (isNew) {
      await enlist(work, businessId, integrationId);
      await keepCredentials(world, integrationId, credentials);
    }
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) =>
        isNew ?
          decide.connect({ businessId, integrationId, type, name, account, connectedBy: userId }, current)
        : decide.reconnect({ businessId, integrationId, account, connectedBy: userId }, current),
    });
    // Those of another account were refused above.
    if (!isNew) await keepCredentials(world, integrationId, credentials);
    return work.outcome({ integrationId, name });
  },
});

/** Connects a service that gives out keys. It is asked whether the key works before anything is kept. */
export const connectByKey = command({
  input: z.object({ ...of, type: IntegrationType.extract(['stripe']), ...integrationFields }),
  by: people,
  async run(call, { integrationId, type, name, apiKey }) {
    const { world, context } = call;
    const { businessId, userId: connectedBy, tenant } = businessUserOf(context);
    const { stream } = await ownIntegration(call, { integrationId });
    const { account, credentials } = await grantOfKey(world, type, apiKey);
    const work = startUnitOfWork(world, context, { tenant });
    await enlist(work, businessId, integrationId);
    await keepCredentials(world, integrationId, credentials);
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) => decide.connect({ businessId, integrationId, type, name, account, connectedBy }, current),
    });
    return work.outcome(undefined);
  },
});

/** An address that programs send contacts to, with a key of ours. */
export const openAddress = command({
  input: z.object({ ...of, type: z.enum(inboundTypes), name: integrationFields.name, key: inboundKey }),
  by: people,
  async run(call, { integrationId, type, name, key }) {
    const { world, context } = call;
    const { businessId, userId: connectedBy, tenant } = businessUserOf(context);
    const { stream } = await ownIntegration(call, { integrationId });
    const work = startUnitOfWork(world, context, { tenant });
    await enlist(work, businessId, integrationId);
    await keepCredentials(world, integrationId, { accessToken: key, refreshToken: null, expiresAt: null });
    const made = { businessId, integrationId, type, name, account: '', connectedBy };
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) => {
        const connected = decide.connect(made, current);
        const now = fold(decide.Integration, connected, current);
        return [...connected, ...decide.issueKey({ businessId, integrationId, keyHash: hashOf(key) }, now)];
      },
    });
    return work.outcome(undefined);
  },
});

/** Another key; the one before is refused from now on. */
export const issueKey = command({
  input: z.object({ ...of, key: inboundKey }),
  by: people,
  async run(call, { integrationId, key }) {
    const { businessId, tenant, stream } = await ownIntegration(call, { integrationId });
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) => decide.issueKey({ businessId, integrationId, keyHash: hashOf(key) }, current),
    });
    await keepCredentials(call.world, integrationId, { accessToken: key, refreshToken: null, expiresAt: null });
    return work.outcome(undefined);
  },
});

const grantOfKey = (world: CommandServices, type: 'stripe', key: string) =>
  provider(world, type)
    .grantOf(key)
    .catch((error: unknown): never => {
      const told = inWords(error, type);
      if (told instanceof DomainError && told.code === 'provider_refused')
        throw new DomainError('provider_refused', told.message, { apiKey: [told.message] });
      throw told;
    });

/** Another name, and another key of the same account where one is given. */
export const changeIntegration = command({
  input: z.object({ ...of, name: integrationFields.name, apiKey: integrationFields.apiKey.nullable() }),
  by: people,
  async run(call, { integrationId, name, apiKey }) {
    const { world, context } = call;
    const { businessId, userId: connectedBy, tenant } = businessUserOf(context);
    const { stream } = await ownIntegration(call, { integrationId });
    const { type } = await loaded(call, integrationId);
    if (apiKey !== null && (type !== 'stripe' || signInOf[type] !== 'key')) {
      const message = `${serviceNames[type]} is connected by signing in, not with a key.`;
      throw new DomainError('validation_failed', message, { apiKey: [message] });
    }
    const grant = apiKey === null ? null : await grantOfKey(world, 'stripe', apiKey);
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) => [
        ...(grant === null ?
          []
        : decide.reconnect({ businessId, integrationId, account: grant.account, connectedBy }, current)),
        ...decide.rename({ businessId, integrationId, name }, current),
      ],
    });
    if (grant !== null) await keepCredentials(world, integrationId, grant.credentials);
    return work.outcome(undefined);
  },
});

export const switchIntegration = decision({
  ...common,
  input: z.object({ ...of, isOn: z.boolean() }),
  decide: ({ isOn, integrationId }, current, { businessId }) =>
    decide.switchTo(isOn, { businessId, integrationId }, current),
});

/** What it had fetched stays; what it was asked with is gone. */
export const removeIntegration = command({
  input: z.object(of),
  by: people,
  async run(call, { integrationId }) {
    const { businessId, tenant, stream } = await ownIntegration(call, { integrationId });
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) => decide.remove({ businessId, integrationId }, current),
    });
    await work.change({
      stream: streams.integrationList(businessId),
      aggregate: IntegrationList,
      decide: (list) => unlistIntegration({ businessId, integrationId }, list),
    });
    await forgetCredentials(call.world, integrationId);
    return work.outcome(undefined);
  },
});
