import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyArchived, AgencyCreated, AgencyDetailsChanged, AgencyRestored } from '../../domain/agency/events.ts';
import {
  BrandColorChosen,
  BrandFileChosen,
  BrandFileRemoved,
  BrandNameChosen,
  CustomDomainChosen,
  CustomDomainRemoved,
  DomainCertificateLost,
  DomainCertificateSeen,
  DomainChecked,
  DomainOwnershipLost,
  DomainOwnershipProved,
  DomainPointedElsewhere,
  DomainPointedHere,
  SubdomainChosen,
  SubdomainRemoved,
} from '../../domain/whitelabel/events.ts';
import { batchOf, json, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

/** What a batch says of one brand, or of one agency: only the columns that changed, the newest value of each. */
interface Patch {
  readonly agencyId: string;
  readonly at: string;
  set: Record<string, unknown>;
}

const patches = batchOf<Patch>({
  id: ['uuid', (patch) => patch.agencyId],
  at: ['timestamptz', (patch) => patch.at],
  set: ['jsonb', (patch) => json(patch.set)],
});

const unseen = {
  ownership_verified: false,
  points_here: null,
  certificate_seen: false,
  certificate_expires_at: null,
  checked_at: null,
  problem: null,
};

/** What of an agency its brand shows. Null: the event is not about an agency. */
function agencyColumnsOf(event: StoredEvent): Record<string, unknown> | null {
  if (is(event, AgencyCreated)) return { name: event.data.name, archived: false };
  if (is(event, AgencyDetailsChanged)) {
    const { name, supportEmail } = event.data;
    return {
      ...(name === undefined || name === null ? {} : { name }),
      ...(supportEmail === undefined ? {} : { support_email: supportEmail }),
    };
  }
  if (is(event, AgencyArchived)) return { archived: true };
  if (is(event, AgencyRestored)) return { archived: false };
  return null;
}

/** The columns that an event sets. News of a domain is only written about the chosen one: `recordNames` and `recordCheck` see to that. */
function columnsOf(event: StoredEvent): Record<string, unknown> {
  if (is(event, BrandNameChosen)) return { name: event.data.name };
  if (is(event, BrandColorChosen)) return { color: event.data.color };
  if (is(event, BrandFileChosen))
    return { [event.data.file!]: event.data.url, [`${event.data.file!}_variants`]: event.data.variants };
  if (is(event, BrandFileRemoved)) return { [event.data.file!]: null, [`${event.data.file!}_variants`]: {} };
  if (is(event, CustomDomainChosen))
    return { domain: event.data.domain, ownership_token: event.data.ownershipToken, ...unseen };
  if (is(event, CustomDomainRemoved)) return { domain: null, ownership_token: null, ...unseen };
  if (is(event, SubdomainChosen)) return { subdomain: event.data.subdomain };
  if (is(event, SubdomainRemoved)) return { subdomain: null };
  if (is(event, DomainOwnershipProved)) return { ownership_verified: true };
  if (is(event, DomainOwnershipLost)) return { ownership_verified: false };
  if (is(event, DomainPointedHere)) return { points_here: true };
  if (is(event, DomainPointedElsewhere)) return { points_here: false };
  if (is(event, DomainCertificateSeen)) return { certificate_seen: true, certificate_expires_at: event.data.expiresAt };
  if (is(event, DomainCertificateLost)) return { certificate_seen: false, certificate_expires_at: null };
  if (is(event, DomainChecked)) return { checked_at: event.metadata.occurredAt, problem: event.data.problem };
  return {};
}

const columns = {
  name: 'text',
  color: 'text',
  logo: 'text',
  logo_variants: 'jsonb',
  favicon: 'text',
  favicon_variants: 'jsonb',
  domain: 'text',
  ownership_token: 'text',
  subdomain: 'text',
  ownership_verified: 'boolean',
  points_here: 'boolean',
  certificate_seen: 'boolean',
  certificate_expires_at: 'timestamptz',
  checked_at: 'timestamptz',
  problem: 'text',
} as const;
const agencyColumns = { name: 'text', archived: 'boolean', support_email: 'text' } as const;
/** Sets every column that a patch names: one plain statement, whatever the batch holds. `jsonb` columns are taken from the JSON as they are. */
const updateOf = (table: string, names: Readonly<Record<string, string>>) =>
  perSchema(
    (schema) => `
  update ${schema}.${table} w set ${Object.entries(names)
    .map(
      ([name, type]) =>
        `${name} = case when p.set ? '${name}' then ${type === 'jsonb' ? `p.set -> '${name}'` : `(p.set ->> '${name}')::${type}`} else w.${name} end`,
    )
    .join(', ')}
  from (select x.id, ${patches.cast('x', 'set')} as set from ${patches.from('x')}) p where w.id = p.id`,
  );

const insertBrands = perSchema(
  (schema) =>
    `insert into ${schema}.whitelabels (id, created_at) select x.id, x.at from ${patches.from('x')} on conflict (id) do nothing`,
);
const updateBrands = updateOf('whitelabels', columns);
const insertAgencies = perSchema(
  (schema) => `insert into ${schema}.agencies (id) select x.id from ${patches.from('x')} on conflict (id) do nothing`,
);
const updateAgencies = updateOf('agencies', agencyColumns);

/** One row per agency that has ever chosen anything. */
export const whitelabels: Projector = {
  name: 'whitelabels',
  version: 1,
  handles: typesOf([
    AgencyCreated,
    AgencyDetailsChanged,
    AgencyArchived,
    AgencyRestored,
    BrandNameChosen,
    BrandColorChosen,
    BrandFileChosen,
    BrandFileRemoved,
    CustomDomainChosen,
    CustomDomainRemoved,
    SubdomainChosen,
    SubdomainRemoved,
    DomainOwnershipProved,
    DomainOwnershipLost,
    DomainPointedHere,
    DomainPointedElsewhere,
    DomainCertificateSeen,
    DomainCertificateLost,
    DomainChecked,
  ]),
  create: (schema) => `
    create table ${schema}.whitelabels (
      id uuid primary key, created_at timestamptz not null, name text, color text, logo text, logo_variants jsonb not null default '{}', favicon text, favicon_variants jsonb not null default '{}',
      domain text, ownership_token text, subdomain text, ownership_verified boolean not null default false, points_here boolean, certificate_seen boolean not null default false,
      certificate_expires_at timestamptz, checked_at timestamptz, problem text
    );
    create table ${schema}.agencies (id uuid primary key, name text not null default '', archived boolean not null default false, support_email text);
    create index whitelabels_by_domain on ${schema}.whitelabels (domain);
    create index whitelabels_by_subdomain on ${schema}.whitelabels (subdomain)`,
  fold: (events, schema) => {
    const brands = new Map<string, Patch>();
    const agencies = new Map<string, Patch>();
    for (const event of events) {
      const { agencyId } = event.data as { agencyId: string };
      const ofAgency = agencyColumnsOf(event);
      const into = ofAgency === null ? brands : agencies;
      const patch = into.get(agencyId);
      if (patch === undefined)
        into.set(agencyId, { agencyId, at: event.metadata.occurredAt, set: ofAgency ?? columnsOf(event) });
      else Object.assign(patch.set, ofAgency ?? columnsOf(event));
    }
    const statements: Statement[] = [];
    for (const [rows, insert, update] of [
      [agencies, insertAgencies, updateAgencies],
      [brands, insertBrands, updateBrands],
    ] as const) {
      if (rows.size === 0) continue;
      const values = patches.values([...rows.values()]);
      statements.push({ text: insert(schema), values: [...values] }, { text: update(schema), values });
    }
    return statements;
  },
};
