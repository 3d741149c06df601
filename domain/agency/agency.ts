import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AgencyId } from '../kernel/ids.ts';
import { AgencyCreated, type AgencyEvent } from './events.ts';

export type Agency = { readonly status: 'none' } | { readonly status: 'active'; readonly agencyId: AgencyId; readonly name: string };

const evolve = (agency: Agency, event: AgencyEvent): Agency => {
  switch (event.type) {
    case 'AgencyCreated': return { status: 'active', agencyId: event.data.agencyId, name: event.data.name };
    default: return unchanged(agency, event.type satisfies never);
  }
};
export const Agency: Aggregate<Agency, AgencyEvent> = { initial: { status: 'none' }, evolve };

/** An agency is created once; its id belongs to it. */
export function createAgency(command: { readonly agencyId: AgencyId; readonly name: string; readonly email: string }, agency: Agency): readonly AgencyEvent[] {
  if (agency.status !== 'none') throw new DomainError('conflict', 'This agency exists already.');
  return [AgencyCreated.create(command)];
}
