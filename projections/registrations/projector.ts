import {
  A2pBrandReviewed,
  A2pBrandSubmitted,
  A2pCampaignReviewed,
  A2pCampaignSubmitted,
  A2pCanceled,
  A2pFeeFunded,
  A2pFeeUnfunded,
  A2pNumberReviewed,
  A2pStepCompleted,
} from '../../domain/registrations/a2p/events.ts';
import { handlers } from '../engine/handlers.ts';
import { foldInto, type RowsOf } from '../engine/several-tables.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  referenceTable,
  registeredCampaignTable,
  registeredNumberTable,
  registrationIndexes,
  registrationModel,
  requestTable,
} from '../tables/registrations.ts';

const tables = {
  requests: requestTable,
  campaigns: registeredCampaignTable,
  numbers: registeredNumberTable,
  references: referenceTable,
} as const;

const of = ({
  metadata: { tenant },
}: {
  readonly metadata: { readonly tenant: { readonly agencyId: string | null } };
}) => tenant.agencyId;
const submitted = { state: 'submitting', raw: null, problems: [], lacksFunds: false } as const;

const table = handlers<RowsOf<typeof tables>>((on) => {
  on(A2pBrandSubmitted, (event, { requests }) => {
    const { businessId, brandId, attempt, legalName, ein, website, kind } = event.data;
    const at = event.metadata.occurredAt;
    requests.merge({
      id: brandId,
      businessId,
      agencyId: of(event),
      kind: 'a2p',
      name: legalName,
      ein,
      website,
      brandKind: kind,
      attempt,
      ...submitted,
      submittedAt: at,
      changedAt: at,
      position: event.position,
      ...(attempt === 1 ? { firstSubmittedAt: at } : {}),
    });
  });
  on(A2pBrandReviewed, (event, { requests }) => {
    const { businessId, brandId, state, raw, externalId, problems, reportedAt } = event.data;
    const said = { state, raw, externalId, problems, changedAt: reportedAt };
    requests.merge({ id: brandId, businessId, agencyId: of(event), ...said, position: event.position });
  });
  on(A2pCampaignSubmitted, (event, { campaigns }) => {
    const { businessId, brandId, campaignId: id, attempt, useCase, description } = event.data;
    const at = event.metadata.occurredAt;
    const content = { brandId, useCase, description, attempt, ...submitted, submittedAt: at, changedAt: at };
    campaigns.merge({ id, businessId, agencyId: of(event), ...content });
  });
  on(A2pCampaignReviewed, (event, { campaigns }) => {
    const { businessId, campaignId: id, reportedAt: changedAt, ...said } = event.data;
    campaigns.merge({ id, businessId, agencyId: of(event), ...said, changedAt });
  });
  on(A2pNumberReviewed, (event, { numbers }) => {
    const { businessId, reportedAt: changedAt, ...said } = event.data;
    numbers.merge({ businessId, agencyId: of(event), ...said, changedAt });
  });
  on(A2pStepCompleted, ({ data: { businessId, step, reference } }, { references }) => {
    if (reference !== null && (step === 'brand' || step === 'service')) references.merge({ reference, businessId });
  });
  on(A2pCanceled, (event, { requests, campaigns }) => {
    const { businessId, part, partId: id } = event.data;
    const said = { state: 'canceled', raw: null, problems: [], changedAt: event.metadata.occurredAt } as const;
    if (part === 'brand') requests.merge({ id, businessId, agencyId: of(event), ...said, position: event.position });
    else campaigns.merge({ id, businessId, agencyId: of(event), ...said });
  });
  on([A2pFeeUnfunded, A2pFeeFunded], (event, { requests, campaigns }) => {
    const { businessId, part, partId: id } = event.data;
    const said = { id, businessId, agencyId: of(event), lacksFunds: event.type === A2pFeeUnfunded.type };
    if (part === 'brand') requests.merge({ ...said, position: event.position });
    else campaigns.merge(said);
  });
});

/** Who asked to be registered with the carriers, and where that is. */
export const registrations: Projector = {
  ...registrationModel,
  handles: table.types,
  create: createAll(...Object.values(tables)),
  index: registrationIndexes,
  fold: foldInto(tables, (event, rows) => {
    table.handle(event, rows);
  }),
};
