import { ProviderConfigured, ProviderRemoved, providerEvents } from '../../domain/providers/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import type { Projector } from '../engine-types.ts';

/** The newest word on one provider of one owner within a batch. */
interface Said {
  readonly owner: string;
  readonly provider: string;
  readonly removed: boolean;
  readonly masked: string;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly verifiedAt: string;
  readonly trial: boolean;
  readonly position: bigint;
}

const said = batchOf<Said>({
  owner: ['text', (row) => row.owner],
  provider: ['text', (row) => row.provider],
  removed: ['bool', (row) => row.removed],
  masked: ['text', (row) => row.masked],
  from_email: ['text', (row) => row.fromEmail],
  from_name: ['text', (row) => row.fromName],
  verified_at: ['timestamptz', (row) => row.verifiedAt],
  trial: ['bool', (row) => row.trial],
  position: ['bigint', (row) => row.position],
});

const upsert = perSchema(
  (schema) => `
  insert into ${schema}.accounts as a select * from ${said.from('x')}
  on conflict (owner, provider) do update set removed = excluded.removed, masked = excluded.masked, from_email = excluded.from_email, from_name = excluded.from_name,
    verified_at = excluded.verified_at, trial = excluded.trial, position = excluded.position where a.position < excluded.position`,
);

/** Which provider accounts the platform, agencies and businesses have: masked, never a secret. `owner` is an id, or `platform`. */
export const providers: Projector = {
  name: 'providers',
  version: 1,
  handles: typesOf(providerEvents),
  create: (schema) => `
    create table ${schema}.accounts (
      owner text, provider text, removed boolean not null, masked text not null, from_email text, from_name text, verified_at timestamptz not null, trial boolean not null,
      position bigint not null, primary key (owner, provider)
    )`,
  fold: (events, schema) => {
    const newest = new Map<string, Said>();
    for (const event of events) {
      const at = { verifiedAt: event.metadata.occurredAt, position: event.position };
      if (is(event, ProviderConfigured)) {
        const { ownerId, provider, masked, fromEmail, fromName, trial } = event.data;
        const owner = ownerId ?? 'platform';
        newest.set(`${owner} ${provider}`, {
          owner,
          provider: provider!,
          removed: false,
          masked: JSON.stringify(masked ?? {}),
          fromEmail: fromEmail ?? null,
          fromName: fromName ?? null,
          trial: trial ?? false,
          ...at,
        });
      } else if (is(event, ProviderRemoved)) {
        const { ownerId, provider } = event.data;
        const owner = ownerId ?? 'platform';
        newest.set(`${owner} ${provider}`, {
          owner,
          provider: provider!,
          removed: true,
          masked: '{}',
          fromEmail: null,
          fromName: null,
          trial: false,
          ...at,
        });
      }
    }
    return newest.size === 0 ? [] : [{ text: upsert(schema), values: said.values([...newest.values()]) }];
  },
};
