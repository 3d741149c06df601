import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyCreated } from '../../domain/agency/events.ts';
import {
  BrandColorChosen, BrandFileChosen, BrandFileRemoved, BrandNameChosen, CustomDomainChosen, CustomDomainRemoved, DomainCertificateLost, DomainCertificateSeen, DomainChecked,
  DomainOwnershipLost, DomainOwnershipProved, DomainPointedElsewhere, DomainPointedHere, SubdomainChosen, SubdomainRemoved,
} from '../../domain/whitelabel/events.ts';
import { batchOf, json, perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

/** What a batch says of one brand: only the columns that changed, the newest value of each. */
interface Patch { readonly agencyId: string; readonly at: string; set: Record<string, unknown> }

const patches = batchOf<Patch>({ id: ['uuid', (patch) => patch.agencyId], at: ['timestamptz', (patch) => patch.at], set: ['jsonb', (patch) => json(patch.set)] });

const unseen = { ownership_verified: false, points_here: null, certificate_seen: false, certificate_expires_at: null, checked_at: null, problem: null };

/** The columns that an event sets. News of a domain is only written about the chosen one: `recordNames` and `recordCheck` see to that. */
function columnsOf(event: StoredEvent): Record<string, unknown> {
  if (is(event, BrandNameChosen)) return { name: event.data.name };
  if (is(event, BrandColorChosen)) return { color: event.data.color };
  if (is(event, BrandFileChosen)) return { [event.data.file!]: event.data.url, [`${event.data.file!}_variants`]: event.data.variants };
  if (is(event, BrandFileRemoved)) return { [event.data.file!]: null, [`${event.data.file!}_variants`]: {} };
  if (is(event, CustomDomainChosen)) return { domain: event.data.domain, ownership_token: event.data.ownershipToken, ...unseen };
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
  name: 'text', color: 'text', logo: 'text', logo_variants: 'jsonb', favicon: 'text', favicon_variants: 'jsonb', domain: 'text', ownership_token: 'text', subdomain: 'text',
  ownership_verified: 'boolean', points_here: 'boolean', certificate_seen: 'boolean', certificate_expires_at: 'timestamptz', checked_at: 'timestamptz', problem: 'text',
} as const;
/** A column's value of a patch: from JSON, `jsonb` as it is. */
const given = (name: string, type: string): string => (type === 'jsonb' ? `p.set -> '${name}'` : `(p.set ->> '${name}')::${type}`);

// Rows come to be first, then every changed column is set: two plain statements, whatever the batch holds.
const insert = perSchema((schema) => `insert into ${schema}.whitelabels (id, created_at) select x.id, x.at from ${patches.from('x')} on conflict (id) do nothing`);
const update = perSchema((schema) => `
  update ${schema}.whitelabels w set ${Object.entries(columns).map(([name, type]) => `${name} = case when p.set ? '${name}' then ${given(name, type)} else w.${name} end`).join(', ')}
  from (select x.id, ${patches.cast('x', 'set')} as set from ${patches.from('x')}) p where w.id = p.id`);

const named = batchOf<Stored<typeof AgencyCreated>>({ id: ['uuid', ({ data }) => data.agencyId], name: ['text', ({ data }) => data.name] });
const insertNames = perSchema((schema) => `insert into ${schema}.agencies (id, name) select x.id, x.name from ${named.from('x')} on conflict (id) do nothing`);

/** One row per agency that has ever chosen anything. */
export const whitelabels: Projector = {
  name: 'whitelabels',
  version: 1,
  handles: typesOf([
    AgencyCreated, BrandNameChosen, BrandColorChosen, BrandFileChosen, BrandFileRemoved, CustomDomainChosen, CustomDomainRemoved, SubdomainChosen, SubdomainRemoved, DomainOwnershipProved,
    DomainOwnershipLost, DomainPointedHere, DomainPointedElsewhere, DomainCertificateSeen, DomainCertificateLost, DomainChecked,
  ]),
  create: (schema) => `
    create table ${schema}.whitelabels (
      id uuid primary key, created_at timestamptz not null, name text, color text, logo text, logo_variants jsonb not null default '{}', favicon text, favicon_variants jsonb not null default '{}',
      domain text, ownership_token text, subdomain text, ownership_verified boolean not null default false, points_here boolean, certificate_seen boolean not null default false,
      certificate_expires_at timestamptz, checked_at timestamptz, problem text
    );
    create table ${schema}.agencies (id uuid primary key, name text not null, archived boolean not null default false, support_email text);
    create index whitelabels_by_domain on ${schema}.whitelabels (domain);
    create index whitelabels_by_subdomain on ${schema}.whitelabels (subdomain)`,
  fold: (events, schema) => {
    const byAgency = new Map<string, Patch>();
    const names: Stored<typeof AgencyCreated>[] = [];
    for (const event of events) {
      if (is(event, AgencyCreated)) {
        names.push(event);
        continue;
      }
      const { agencyId } = event.data as { agencyId: string };
      const patch = byAgency.get(agencyId);
      if (patch === undefined) byAgency.set(agencyId, { agencyId, at: event.metadata.occurredAt, set: columnsOf(event) });
      else Object.assign(patch.set, columnsOf(event));
    }
    const statements: Statement[] = [];
    if (names.length > 0) statements.push({ text: insertNames(schema), values: named.values(names) });
    if (byAgency.size > 0) {
      const values = patches.values([...byAgency.values()]);
      statements.push({ text: insert(schema), values }, { text: update(schema), values });
    }
    return statements;
  },
};
