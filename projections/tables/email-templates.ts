import type { FlatDesign } from '../../domain/email-design/flat.ts';
import type { TemplateKind } from '../../domain/email-templates/fields.ts';
import { either, first, highest, merged, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const emailTemplateModel = { name: 'email_templates', version: 1 } as const;

export const emailTemplateTable = table('email_templates', {
  id: key('uuid'),
  agencyId: maybe('uuid', first),
  /** null: its agency's. */
  businessId: maybe('uuid', first),
  kind: maybe('text', first).of<TemplateKind>(),
  name: maybe('text', newest),
  subject: maybe('text', newest),
  /** Of its design, by name, each as it was said last. */
  records: col('jsonb', merged).of<FlatDesign>(),
  deleted: col('boolean', either),
  revision: col('int', highest),
  createdAt: maybe('timestamptz', first),
  updatedAt: maybe('timestamptz', newest),
  position: col('bigint', first),
});

export const emailTemplateIndexes = (schema: string): string =>
  `create index email_templates_of_business on ${schema}.email_templates (business_id, position);
   create index email_templates_of_agency on ${schema}.email_templates (agency_id, position) where business_id is null`;
