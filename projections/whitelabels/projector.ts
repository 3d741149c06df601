import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyArchived, AgencyCreated, AgencyDetailsChanged, AgencyRestored } from '../../domain/agencies/events.ts';
import {
  BrandColorChanged,
  BrandFileChanged,
  BrandFileRemoved,
  BrandNameChanged,
  CustomDomainChanged,
  CustomDomainRemoved,
  DomainCertificateLost,
  DomainCertificateFound,
  DomainChecked,
  DomainOwnershipLost,
  DomainOwnershipVerified,
  DomainDisconnected,
  DomainConnected,
  SubdomainChanged,
  SubdomainRemoved,
} from '../../domain/whitelabels/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { type Change, changes, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { brandAgencyTable, whitelabelIndexesAtOnce, whitelabelModel, whitelabelTable } from '../tables/whitelabels.ts';

type BrandChange = Change<typeof whitelabelTable.columns>;
type AgencyChange = Change<typeof brandAgencyTable.columns>;

const unseen = {
  ownershipVerified: false,
  pointsHere: null,
  certificateSeen: false,
  certificateExpiresAt: null,
  checkedAt: null,
  problem: null,
};

/** What of an agency its brand shows. Null: the event is not about an agency. */
function agencyChangeOf(event: StoredEvent): AgencyChange | null {
  if (is(event, AgencyCreated)) return { name: event.data.name!, archived: false };
  if (is(event, AgencyDetailsChanged)) {
    const { name, supportEmail } = event.data;
    return {
      ...(name === undefined || name === null ? {} : { name }),
      ...(supportEmail === undefined ? {} : { supportEmail: supportEmail }),
    };
  }
  if (is(event, AgencyArchived)) return { archived: true };
  if (is(event, AgencyRestored)) return { archived: false };
  return null;
}

/** The columns that an event sets. News of a domain is only written about the chosen one: `recordNames` and `recordCheck` see to that. */
function changeOf(event: StoredEvent): BrandChange {
  if (is(event, BrandNameChanged)) return { name: event.data.name };
  if (is(event, BrandColorChanged)) return { color: event.data.color };
  if (is(event, BrandFileChanged))
    return { [event.data.file!]: event.data.url, [`${event.data.file!}Variants`]: event.data.variants };
  if (is(event, BrandFileRemoved)) return { [event.data.file!]: null, [`${event.data.file!}Variants`]: {} };
  if (is(event, CustomDomainChanged))
    return { domain: event.data.domain, ownershipToken: event.data.ownershipToken, ...unseen };
  if (is(event, CustomDomainRemoved)) return { domain: null, ownershipToken: null, ...unseen };
  if (is(event, SubdomainChanged)) return { subdomain: event.data.subdomain };
  if (is(event, SubdomainRemoved)) return { subdomain: null };
  if (is(event, DomainOwnershipVerified)) return { ownershipVerified: true };
  if (is(event, DomainOwnershipLost)) return { ownershipVerified: false };
  if (is(event, DomainConnected)) return { pointsHere: true };
  if (is(event, DomainDisconnected)) return { pointsHere: false };
  if (is(event, DomainCertificateFound)) return { certificateSeen: true, certificateExpiresAt: event.data.expiresAt };
  if (is(event, DomainCertificateLost)) return { certificateSeen: false, certificateExpiresAt: null };
  if (is(event, DomainChecked)) return { checkedAt: event.metadata.occurredAt, problem: event.data.problem };
  return {};
}

const insertBrands = perSchema(
  (schema) => `
  insert into ${whitelabelTable.in(schema)} (id, created_at) select i.id, i.at from ${recordsFrom}
  on conflict (id) do nothing`,
);
const updateBrands = perSchema(
  (schema) => `
  update ${whitelabelTable.in(schema)} w set ${changes(whitelabelTable, 'w')} from ${recordsFrom} where w.id = i.id`,
);
const insertAgencies = perSchema(
  (schema) => `
  insert into ${brandAgencyTable.in(schema)} (id) select i.id from ${recordsFrom} on conflict (id) do nothing`,
);
const updateAgencies = perSchema(
  (schema) => `
  update ${brandAgencyTable.in(schema)} w set ${changes(brandAgencyTable, 'w')} from ${recordsFrom} where w.id = i.id`,
);

const create = createAll(whitelabelTable, brandAgencyTable);

/** One row per agency that has ever chosen anything. */
export const whitelabels: Projector = {
  ...whitelabelModel,
  handles: typesOf([
    AgencyCreated,
    AgencyDetailsChanged,
    AgencyArchived,
    AgencyRestored,
    BrandNameChanged,
    BrandColorChanged,
    BrandFileChanged,
    BrandFileRemoved,
    CustomDomainChanged,
    CustomDomainRemoved,
    SubdomainChanged,
    SubdomainRemoved,
    DomainOwnershipVerified,
    DomainOwnershipLost,
    DomainConnected,
    DomainDisconnected,
    DomainCertificateFound,
    DomainCertificateLost,
    DomainChecked,
  ]),
  create: (schema) => `${create(schema)};${whitelabelIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const brands = new RecordFold(whitelabelTable);
    const agencies = new RecordFold(brandAgencyTable);
    for (const event of events) {
      const { agencyId } = event.data as { agencyId: string };
      const ofAgency = agencyChangeOf(event);
      if (ofAgency === null) brands.say(event, agencyId, changeOf(event));
      else agencies.say(event, agencyId, ofAgency);
    }
    return [
      ...agencies.into(insertAgencies(schema), updateAgencies(schema)),
      ...brands.into(insertBrands(schema), updateBrands(schema)),
    ];
  },
};
