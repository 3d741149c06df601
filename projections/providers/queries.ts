import { sql } from 'kysely';
import { dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { accountTable, providerModel, type ProviderName, webhookKeyTable } from '../tables/providers.ts';

const accounts = tablesIn(providerModel)(accountTable);
const keys = tablesIn(providerModel)(webhookKeyTable);
const columns = accountTable.select('a', 'owner', 'provider', 'masked', 'fromEmail', 'fromName', 'verifiedAt', 'trial');
type Row = SelectedOf<typeof columns> & { webhookKey: string | null };

/** Whose account it is. The platform's own has the id null. */
export type ProviderOwner =
  { readonly kind: 'platform'; readonly id: null } | { readonly kind: 'agency' | 'business'; readonly id: string };
/** A provider's account as it may be shown: no secret. */
export type ProviderView = ReturnType<typeof toView>;
export type ProvidersView = Readonly<Record<ProviderName, ProviderView | null>>;
const toView = (row: Row) => ({ ...dated(row), masked: JSON.parse(row.masked) as Readonly<Record<string, string>> });

export const providerQueries = {
  /** By the owner's key; whoever asks has been told whose it is by their session. */
  providers: query({
    reads: 'owner',
    run: async (db, owner: ProviderOwner): Promise<ProvidersView> => {
      const rows = await db.ask(sql<Row>`select ${columns}, k.masked as "webhookKey" from ${accounts} a
        left join ${keys} k on k.owner = a.owner and k.provider = a.provider
        where a.owner = ${owner.id ?? 'platform'} and not a.removed`);
      const none: ProvidersView = { twilio: null, bandwidth: null, sendgrid: null, mailgun: null, ses: null };
      return { ...none, ...Object.fromEntries(rows.map((row) => [row.provider, toView(row)])) };
    },
  }),
};
