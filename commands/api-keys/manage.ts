import { z } from 'zod';
import { apiKeyFields, overlapField } from '../../domain/api-keys/fields.ts';
import * as decide from '../../domain/api-keys/key.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ApiKeyId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { newSecret, ownKey } from './own-keys.ts';

const of = { keyId: ApiKeyId };
const common = { by: people, aggregate: decide.ApiKey, at: ownKey };

/** What was shown once can't be shown again. */
const shownBefore = (): DomainError =>
  new DomainError('conflict', 'This was done before, and its secret is shown once. Rotate the key to get another one.');

/** Answers the secret, which is kept nowhere. */
export const createApiKey = command({
  input: z.object({ ...of, ...apiKeyFields }),
  by: people,
  async run(call, given) {
    const { stream, businessId, tenant, userId: createdBy, role, now } = await ownKey(call, given);
    const { secret, kept } = newSecret();
    const work = startUnitOfWork(call.world, call.context, { tenant });
    const { repeated } = await work.change({
      stream,
      aggregate: decide.ApiKey,
      decide: (key) => decide.createApiKey({ businessId, createdBy, role, now, secret: kept, ...given }, key),
    });
    if (repeated) throw shownBefore();
    return work.outcome({ secret });
  },
});

export const changeApiKey = decision({
  ...common,
  input: z.object({ ...of, ...apiKeyFields }),
  decide: (given, key, { businessId, role, now }) => decide.changeApiKey({ businessId, role, now, ...given }, key),
});

/** Answers the new secret. Secrets before work for so many hours more; 0: they end at once. */
export const rotateApiKey = command({
  input: z.object({ ...of, overlapHours: overlapField }),
  by: people,
  async run(call, given) {
    const { stream, businessId, tenant, role, now } = await ownKey(call, given);
    const { secret, kept } = newSecret();
    const work = startUnitOfWork(call.world, call.context, { tenant });
    const { repeated } = await work.change({
      stream,
      aggregate: decide.ApiKey,
      decide: (key) => decide.rotateApiKey({ businessId, role, now, secret: kept, ...given }, key),
    });
    if (repeated) throw shownBefore();
    return work.outcome({ secret });
  },
});

/** Whoever asks answers for the key from now on. */
export const keepApiKey = decision({
  ...common,
  input: z.object(of),
  decide: (given, key, { businessId, role, userId: by }) => decide.keepApiKey({ businessId, role, by, ...given }, key),
});

export const revokeApiKey = decision({
  ...common,
  input: z.object(of),
  decide: (given, key, { businessId }) => decide.revokeApiKey({ businessId, ...given }, key),
});

/** A key as its stream has it, with whose it is. Never older than the question. */
export const apiKey = question(async ({ events, loadState }, keyId: string) => {
  const stream = streams.apiKey(keyId as ApiKeyId);
  const key = await loadState(stream, decide.ApiKey);
  if (key.status === 'none') return null;
  const [created] = await events.read(stream, { limit: 1 });
  return { key, tenant: created!.metadata.tenant };
});
