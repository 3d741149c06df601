import type { A2pRequestStatus, WaitingFor } from '../list.ts';
import type { A2pRegistration } from './registration.ts';
import { unfundedFee } from './steps.ts';

/** With whom a request of this status waits. */
export const a2pWaitingFor: Readonly<Record<A2pRequestStatus, WaitingFor>> = {
  submitting: 'carrier',
  'in-review': 'carrier',
  pending: 'carrier',
  unfunded: 'business',
  refused: 'business',
  open: 'business',
  failed: 'business',
  unregistered: 'business',
  suspended: 'operator',
  canceled: 'no-one',
  registered: 'no-one',
};

/** The request with this brand; null: it was replaced by another, or there is none. */
export function requestStatusOf(registration: A2pRegistration, brandId: string): A2pRequestStatus | null {
  const { brand, campaigns, numbers } = registration;
  if (brand?.id !== brandId) return null;
  if (unfundedFee(registration, brandId) !== undefined) return 'unfunded';
  if (brand.state !== 'verified') return brand.state;
  const campaign = [...campaigns.values()].findLast((one) => one.brandId === brandId && one.state !== 'canceled');
  if (campaign === undefined) return 'open';
  if (unfundedFee(registration, campaign.id) !== undefined) return 'unfunded';
  if (campaign.state !== 'verified') return campaign.state;
  return [...numbers.values()].findLast(({ campaignId }) => campaignId === campaign.id)?.state ?? 'pending';
}

/** How often anything of this request was submitted: its attempts on the desk. */
export const submissionsOf = ({ brand, campaigns }: A2pRegistration, brandId: string): number =>
  [
    ...(brand?.id === brandId ? [brand] : []),
    ...[...campaigns.values()].filter((one) => one.brandId === brandId),
  ].reduce((sum, { attempt }) => sum + attempt, 0);
