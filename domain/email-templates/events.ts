import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, EmailTemplateId } from '../kernel/ids.ts';
import { storedTemplate } from './fields.ts';

/** In the stream `emailTemplate-<id>`. Without a business it is its agency's, which offers it to all of its businesses. */
const template = { templateId: EmailTemplateId, agencyId: AgencyId.nullable(), businessId: BusinessId.nullable() };
const { kind, name, subject, records } = storedTemplate;

/** A design to be used again. `records`: all of it. */
export const EmailTemplateCreated = event(
  'EmailTemplateCreated',
  1,
  z.object({ ...template, kind, name, subject, records }),
);
/** What has changed of it: of the design only the records that did, each whole. */
export const EmailTemplateChanged = event(
  'EmailTemplateChanged',
  1,
  z.object({ ...template, name: name.optional(), subject: subject.optional(), records: records.optional() }),
);
/** It is offered no more. What was made of it stays. */
export const EmailTemplateDeleted = event('EmailTemplateDeleted', 1, z.object(template));

export const emailTemplateEvents = [EmailTemplateCreated, EmailTemplateChanged, EmailTemplateDeleted] as const;
export type EmailTemplateEvent = EventOf<(typeof emailTemplateEvents)[number]>;
