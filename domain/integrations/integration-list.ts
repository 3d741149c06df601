import { z } from 'zod';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, IntegrationId } from '../kernel/ids.ts';
import { maxIntegrations } from './fields.ts';

const listed = z.object({ businessId: BusinessId, integrationId: IntegrationId });
export const IntegrationListed = event('IntegrationListed', 1, listed);
export const IntegrationUnlisted = event('IntegrationUnlisted', 1, listed);
export const integrationListEvents = [IntegrationListed, IntegrationUnlisted] as const;
type IntegrationListEvent = EventOf<(typeof integrationListEvents)[number]>;
type Listed = z.output<typeof listed>;

/** The integrations of a business: one stream, so that several at the same time can't exceed the limit. */
export type IntegrationList = ReadonlySet<string>;
export const IntegrationList: Aggregate<IntegrationList, IntegrationListEvent> = {
  initial: new Set(),
  evolve: (list, event) => {
    const { integrationId } = event.data;
    switch (event.type) {
      case 'IntegrationListed':
        return new Set(list).add(integrationId);
      case 'IntegrationUnlisted':
        return new Set([...list].filter((id) => id !== integrationId));
      default:
        return unchanged(list, event);
    }
  },
};

/** Throws `conflict` where there is no room for another one. */
export function listIntegration(of: Listed, list: IntegrationList): readonly IntegrationListEvent[] {
  if (list.has(of.integrationId)) return [];
  checkRoom(list);
  return [IntegrationListed.create(of)];
}
export function checkRoom(list: IntegrationList): void {
  if (list.size >= maxIntegrations)
    throw new DomainError('conflict', `A business can have at most ${maxIntegrations} integrations. Remove one first.`);
}
export const unlistIntegration = (of: Listed, list: IntegrationList): readonly IntegrationListEvent[] =>
  list.has(of.integrationId) ? [IntegrationUnlisted.create(of)] : [];
