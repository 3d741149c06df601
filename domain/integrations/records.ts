import { z } from 'zod';
import type { Aggregate } from '../kernel/decider.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { RecordKind } from './fields.ts';
import { personal } from '../kernel/personal.ts';
import { BusinessId, CampaignId, ContactId, IntegrationId } from '../kernel/ids.ts';

/** Something that another service knows of a contact came in, once. */
export const IntegrationRecordReceived = event(
  'IntegrationRecordReceived',
  1,
  z.object({
    businessId: BusinessId,
    integrationId: IntegrationId,
    contactId: ContactId,
    recordId: z.uuid(),
    kind: RecordKind,
    /** The sender's own id of it: some send an address as one. */
    source: personal(z.string().max(200)),
    /** Its lead form, webinar or product there; empty: none. */
    part: z.string().max(100),
    /** The campaign that the contact entered by it; null: none. */
    campaignId: CampaignId.nullable(),
    /** What was paid, in the smallest unit of the currency. */
    paid: z.object({ amount: z.number().int().nonnegative(), currency: z.string().regex(/^[A-Z]{3}$/) }).nullable(),
    /** When it happened there. */
    at: z.iso.datetime(),
  }),
  { subject: 'contactId' },
);
export const integrationRecordEvents = [IntegrationRecordReceived] as const;
type IntegrationRecordEvent = EventOf<typeof IntegrationRecordReceived>;

export type IntegrationRecord =
  { readonly status: 'none' } | { readonly status: 'received'; readonly contactId: ContactId };
export const IntegrationRecord: Aggregate<IntegrationRecord, IntegrationRecordEvent> = {
  initial: { status: 'none' },
  evolve: (_, { data: { contactId } }) => ({ status: 'received', contactId }),
  isOver: ({ status }) => status === 'received',
};

export const receiveRecord = (
  record: z.input<typeof IntegrationRecordReceived.schema>,
  state: IntegrationRecord,
): readonly IntegrationRecordEvent[] => (state.status === 'none' ? [IntegrationRecordReceived.create(record)] : []);
