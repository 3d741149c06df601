import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AgencyId } from '../kernel/ids.ts';
import { DomainClaimed, type DomainClaimEvent, DomainReleased } from './events.ts';

/**
 * A custom domain or a subdomain belongs to one agency: the stream's name is the claim. Domains have a dot and
 * subdomains none, so both live in one space of names, and a subdomain stays its agency's when the platform moves to
 * another domain. Claiming what one has is no news.
 */
export type DomainClaim = { readonly status: 'free' } | { readonly status: 'claimed'; readonly agencyId: AgencyId };
export const DomainClaim: Aggregate<DomainClaim, DomainClaimEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'DomainClaimed':
        return { status: 'claimed', agencyId: event.data.agencyId };
      case 'DomainReleased':
        return { status: 'free' };
      default:
        return unchanged(claim, event);
    }
  },
};

export function claimHost(
  command: { readonly host: string; readonly agencyId: AgencyId },
  claim: DomainClaim,
): readonly DomainClaimEvent[] {
  if (claim.status === 'free') return [DomainClaimed.create(command)];
  if (claim.agencyId === command.agencyId) return [];
  const dotted = command.host.includes('.');
  const message = `The ${dotted ? 'domain' : 'subdomain'} ${command.host} is taken. Choose another.`;
  throw new DomainError('domain_taken', message, { [dotted ? 'domain' : 'subdomain']: [message] });
}

export const releaseHost = (
  command: { readonly host: string; readonly agencyId: AgencyId },
  claim: DomainClaim,
): readonly DomainClaimEvent[] =>
  claim.status === 'claimed' && claim.agencyId === command.agencyId ? [DomainReleased.create(command)] : [];

/** Another agency's claim, which has lapsed, goes over. */
export const takeOver = (
  command: { readonly host: string; readonly agencyId: AgencyId },
  claim: DomainClaim,
): readonly DomainClaimEvent[] =>
  claim.status === 'claimed' && claim.agencyId !== command.agencyId ?
    [DomainReleased.create({ host: command.host, agencyId: claim.agencyId }), DomainClaimed.create(command)]
  : claimHost(command, claim);
