import {
  ProviderConfigured,
  ProviderRemoved,
  ProviderWebhookKeyChanged,
  providerEvents,
} from '../../domain/providers/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { accountTable, providerModel, webhookKeyTable } from '../tables/providers.ts';

const upsert = perSchema((schema) => `${accountTable.upsert(schema, 'a')} where a.position < excluded.position`);

const putKeys = perSchema((schema) => webhookKeyTable.upsert(schema, 'k'));

/** Which provider accounts the platform, agencies and businesses have. */
export const providers: Projector = {
  ...providerModel,
  handles: typesOf(providerEvents),
  create: createAll(accountTable, webhookKeyTable),
  fold: (events, schema) => {
    const accounts = accountTable.rows();
    const keys = webhookKeyTable.rows();
    for (const event of events) {
      const at = { verifiedAt: event.metadata.occurredAt, position: event.position };
      if (is(event, ProviderConfigured)) {
        const { ownerId, provider, masked, fromEmail, fromName, trial } = event.data;
        accounts.merge({
          ...at,
          owner: ownerId ?? 'platform',
          provider: provider!,
          removed: false,
          masked: JSON.stringify(masked ?? {}),
          fromEmail: fromEmail ?? null,
          fromName: fromName ?? null,
          trial: trial ?? false,
        });
      } else if (is(event, ProviderRemoved)) {
        const { ownerId, provider } = event.data;
        accounts.merge({
          ...at,
          owner: ownerId ?? 'platform',
          provider: provider!,
          removed: true,
          masked: '{}',
          fromEmail: null,
          fromName: null,
          trial: false,
        });
        keys.merge({ owner: ownerId ?? 'platform', provider: provider!, masked: null });
      } else if (is(event, ProviderWebhookKeyChanged)) {
        const { ownerId, provider, masked } = event.data;
        keys.merge({ owner: ownerId ?? 'platform', provider: provider!, masked });
      }
    }
    return [...accounts.toStatements(upsert(schema)), ...keys.toStatements(putKeys(schema))];
  },
};
