import { z } from 'zod';
import type { Row } from '../../adapters/integrations/port.ts';
import { isInbound, SyncFailure, Trouble } from '../../domain/integrations/fields.ts';
import * as decide from '../../domain/integrations/integration.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { IntegrationId, IntegrationSyncId, UploadId, type BusinessId } from '../../domain/kernel/ids.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { people } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { loaded, ownIntegration, recordRefusal, withGrant } from './access.ts';

const sync = { integrationId: IntegrationId, syncId: IntegrationSyncId };
const bySystem = { by: ['system'], aggregate: decide.Integration, at: ownIntegration } as const;
const records = z.number().int().nonnegative();

/** Its people are to be fetched as a file of contacts, which someone looks at and imports. */
export const requestSync = command({
  input: z.object(sync),
  by: people,
  async run(call, given) {
    const { businessId, userId: requestedBy, tenant } = businessUserOf(call.context);
    const { stream } = await ownIntegration(call, given);
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({
      stream,
      aggregate: decide.Integration,
      decide: (current) => decide.requestSync({ businessId, requestedBy, ...given }, current),
    });
    return work.outcome(undefined);
  },
});
const of = <T>({ businessId }: { readonly businessId: BusinessId }, given: T) => ({ businessId, ...given });

export const progressSync = decision({
  ...bySystem,
  input: z.object({ ...sync, records }),
  decide: (given, current, place) => decide.progress(of(place, given), current),
});
export const completeSync = decision({
  ...bySystem,
  input: z.object({ ...sync, records, uploadId: UploadId }),
  decide: (given, current, place) => decide.completeSync(of(place, given), current),
});
export const failSync = decision({
  ...bySystem,
  input: z.object({ ...sync, reason: SyncFailure }),
  decide: (given, current, place) => decide.failSync(of(place, given), current),
});
export const refuseIntegration = command({
  input: z.object({ integrationId: IntegrationId, trouble: Trouble }),
  by: ['system'],
  run: async (call, { integrationId, trouble }) => ({
    position: await recordRefusal(call, integrationId, trouble),
    result: undefined,
  }),
});

/** What has happened at a connection since, page by page. `places`: the pages that will tell of more by themselves. */
export const newsOf = command({
  input: z.object({ integrationId: IntegrationId, since: z.iso.datetime() }),
  by: ['system'],
  async run(call, { integrationId, since }) {
    const { type } = await loaded(call, integrationId);
    if (isInbound(type)) throw new DomainError('not_found', 'This integration is asked for nothing.');
    const from = new Date(since);
    const result = await withGrant(call, { integrationId, type }, async (provider, grant) => ({
      places: 'watch' in provider ? await provider.watch(grant) : [],
      pages: provider.records(grant, from),
    }));
    return { position: null, result };
  },
});

/** The pages of Facebook that a call tells of; null: it is not from there. */
export const facebookNotice = question((world, body: Buffer, signature: string) =>
  Promise.resolve(world.integrations?.fb?.noticed(body, signature) ?? null),
);
export const facebookChallenge = question(
  (world, asked: { readonly mode: string; readonly token: string; readonly challenge: string }) =>
    Promise.resolve(world.integrations?.fb?.challenge(asked) ?? null),
);

/** Everyone that a connection knows, page by page, and what it is called. Null: the sync is over. */
export const peopleOf = command({
  input: z.object(sync),
  by: ['system'],
  async run(call, { integrationId, syncId }) {
    const { stream } = await ownIntegration(call, { integrationId });
    const current = await call.world.loadState(stream, decide.Integration);
    if (current.status !== 'connected' || current.syncing?.id !== syncId) return { position: null, result: null };
    const { name, type } = current;
    if (isInbound(type)) return { position: null, result: null };
    const pages = await withGrant<typeof type, AsyncIterable<readonly Row[]>>(
      call,
      { integrationId, type },
      async (provider, grant) => provider.people(grant),
    );
    return { position: null, result: { name, pages } };
  },
});
