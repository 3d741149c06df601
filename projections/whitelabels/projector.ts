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
import type { EventDefinition } from '../../domain/kernel/event.ts';
import { perSchema } from '../engine/arrays.ts';
import type { Stored } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
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

interface Fold {
  readonly brands: RecordFold<typeof whitelabelTable.columns>;
  readonly agencies: RecordFold<typeof brandAgencyTable.columns>;
}

const { types, handle } = handlers<Fold>((on) => {
  /** What of an agency its brand shows. */
  const agency = <D extends EventDefinition>(definition: D, changeOf: (event: Stored<D>) => AgencyChange) =>
    on(definition, (event, { agencies }) => agencies.say(event, event.data['agencyId'] as string, changeOf(event)));
  /** News of a domain is only written about the chosen one: `recordNames` and `recordCheck` see to that. */
  const brand = <D extends EventDefinition>(definition: D, changeOf: (event: Stored<D>) => BrandChange) =>
    on(definition, (event, { brands }) => brands.say(event, event.data['agencyId'] as string, changeOf(event)));

  agency(AgencyCreated, ({ data }) => ({ name: data.name!, archived: false }));
  agency(AgencyDetailsChanged, ({ data: { name, supportEmail } }) => ({ name: name ?? undefined, supportEmail }));
  agency(AgencyArchived, () => ({ archived: true }));
  agency(AgencyRestored, () => ({ archived: false }));

  brand(BrandNameChanged, ({ data: { name } }) => ({ name }));
  brand(BrandColorChanged, ({ data: { color } }) => ({ color }));
  brand(BrandFileChanged, ({ data: { file, url, variants } }) => ({ [file]: url, [`${file}Variants`]: variants }));
  brand(BrandFileRemoved, ({ data: { file } }) => ({ [file]: null, [`${file}Variants`]: {} }));
  brand(CustomDomainChanged, ({ data: { domain, ownershipToken } }) => ({ domain, ownershipToken, ...unseen }));
  brand(CustomDomainRemoved, () => ({ domain: null, ownershipToken: null, ...unseen }));
  brand(SubdomainChanged, ({ data: { subdomain } }) => ({ subdomain }));
  brand(SubdomainRemoved, () => ({ subdomain: null }));
  brand(DomainOwnershipVerified, () => ({ ownershipVerified: true }));
  brand(DomainOwnershipLost, () => ({ ownershipVerified: false }));
  brand(DomainConnected, () => ({ pointsHere: true }));
  brand(DomainDisconnected, () => ({ pointsHere: false }));
  brand(DomainCertificateFound, ({ data }) => ({ certificateSeen: true, certificateExpiresAt: data.expiresAt }));
  brand(DomainCertificateLost, () => ({ certificateSeen: false, certificateExpiresAt: null }));
  brand(DomainChecked, ({ data, metadata }) => ({ checkedAt: metadata.occurredAt, problem: data.problem }));
});

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
  handles: types,
  create: (schema) => `${create(schema)};${whitelabelIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const fold: Fold = { brands: new RecordFold(whitelabelTable), agencies: new RecordFold(brandAgencyTable) };
    for (const event of events) handle(event, fold);
    return [
      ...fold.agencies.into(insertAgencies(schema), updateAgencies(schema)),
      ...fold.brands.into(insertBrands(schema), updateBrands(schema)),
    ];
  },
};
