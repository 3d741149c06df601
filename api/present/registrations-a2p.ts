import type { A2pMoment } from '../../domain/registrations/a2p/timeline.ts';
import type { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { a2pReason } from '../../domain/registrations/reason.ts';
import { a2pWaitingFor } from '../../domain/registrations/a2p/request.ts';
import type { A2pRequestView } from '../../projections/registrations/a2p-desk-queries.ts';
import type { CaseNoteView } from '../../projections/registrations/desk-queries.ts';
import type { NumberBlocked } from '../contract/common.ts';
import type { A2pRequest, A2pRequestRecord } from '../contract/registrations-a2p.ts';
import { presentBrand, presentCampaign, presentMoment, presentNumber } from './registrations.ts';
import { presentNote } from './registrations-desk.ts';

export const presentA2pRequest = (view: A2pRequestView): A2pRequest => ({
  id: view.id,
  legal_name: view.legalName ?? '',
  number: view.number,
  stage: view.stage,
  status: view.status,
  carrier_status: view.raw,
  waiting_for: a2pWaitingFor[view.status],
  reason: a2pReason({ ...view, problems: view.problems ?? [] }),
  attempts: view.attempts,
  business: { id: view.businessId, name: view.businessName ?? '' },
  agency: view.agencyId === null ? null : { id: view.agencyId, name: view.agencyName ?? '' },
  assignee: view.assigneeId === null ? null : { id: view.assigneeId, name: view.assigneeName ?? '' },
  created_at: view.createdAt,
  requested_at: view.requestedAt,
  changed_at: view.changedAt,
  escalated_at: view.escalatedAt,
});

export function presentA2pRecord(
  view: A2pRequestView & { readonly notes: readonly CaseNoteView[] },
  {
    registration: { brand, campaigns, numbers },
    timeline,
    canRegister,
    blocked,
  }: {
    readonly registration: A2pRegistration;
    readonly timeline: readonly A2pMoment[];
    readonly canRegister: boolean;
    readonly blocked: NumberBlocked | null;
  },
  names: ReadonlyMap<string, string>,
): A2pRequestRecord {
  return {
    ...presentA2pRequest(view),
    can_register: canRegister,
    blocked,
    brand: brand?.id === view.id ? presentBrand(brand) : null,
    campaigns: [...campaigns.values()].filter(({ brandId }) => brandId === view.id).map(presentCampaign),
    numbers: [...numbers.values()].map(presentNumber),
    history: timeline.map((moment) => ({
      ...presentMoment(moment),
      by: moment.by === null ? null : (names.get(moment.by) ?? ''),
    })),
    notes: view.notes.map(presentNote),
  };
}
