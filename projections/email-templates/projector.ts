import {
  EmailTemplateCreated,
  EmailTemplateDeleted,
  EmailTemplateChanged,
  emailTemplateEvents,
} from '../../domain/email-templates/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { emailTemplateIndexes, emailTemplateModel, emailTemplateTable } from '../tables/email-templates.ts';

const upsert = perSchema((schema) => emailTemplateTable.upsert(schema, 't'));

/** Designs that are used again, of businesses and of agencies. */
export const emailTemplates: Projector = {
  ...emailTemplateModel,
  handles: typesOf(emailTemplateEvents),
  create: createAll(emailTemplateTable),
  index: emailTemplateIndexes,
  fold: (events, schema) => {
    const templates = emailTemplateTable.rows();
    for (const event of events) {
      const { position, revision, metadata } = event;
      const { templateId: id } = event.data as { readonly templateId: string };
      const row = { id, position, revision, updatedAt: metadata.occurredAt };
      if (is(event, EmailTemplateCreated)) {
        const { agencyId, businessId, kind, name, subject, records } = event.data;
        templates.merge({ ...row, agencyId, businessId, kind, name, subject, records, createdAt: metadata.occurredAt });
      } else if (is(event, EmailTemplateChanged)) {
        const { name = null, subject = null, records = {} } = event.data;
        templates.merge({ ...row, name, subject, records });
      } else if (is(event, EmailTemplateDeleted)) templates.merge({ ...row, deleted: true });
    }
    return templates.toStatements(upsert(schema));
  },
};
