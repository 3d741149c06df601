import { sql } from 'kysely';
import { ask, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ProvidersView, ProviderView, ReadModels } from '../read-models.ts';
import { providers } from './projector.ts';

const t = tablesIn(schemaOf(providers));

interface Row {
  readonly provider: ProviderView['provider'];
  readonly masked: string;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly verifiedAt: Date;
  readonly trial: boolean;
}

export const providerQueries = (db: ReadDatabase): Pick<ReadModels, 'providers'> => ({
  providers: async (owner) => {
    const rows = await ask(
      db,
      sql<Row>`
      select provider, masked, from_email as "fromEmail", from_name as "fromName", verified_at as "verifiedAt", trial
        from ${t('accounts')} where owner = ${owner.id ?? 'platform'} and not removed`,
    );
    const none: ProvidersView = { twilio: null, sendgrid: null, mailgun: null, ses: null };
    return {
      ...none,
      ...Object.fromEntries(
        rows.map((row) => [
          row.provider,
          {
            ...row,
            masked: JSON.parse(row.masked) as ProviderView['masked'],
            verifiedAt: new Date(row.verifiedAt).toISOString(),
          },
        ]),
      ),
    };
  },
});
