import { CustomFieldChanged, CustomFieldCreated, customFieldEvents } from '../../domain/custom-fields/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { customFieldIndexes, customFieldModel, customFieldTable } from '../tables/custom-fields.ts';

const upsert = perSchema((schema) => customFieldTable.upsert(schema, 'f'));

/** What contacts of a business may have besides what every contact has. */
export const customFields: Projector = {
  ...customFieldModel,
  handles: typesOf(customFieldEvents),
  create: createAll(customFieldTable),
  index: customFieldIndexes,
  fold: (events, schema) => {
    const fields = customFieldTable.rows();
    for (const event of events) {
      const { businessId, fieldId: id } = event.data as Record<'businessId' | 'fieldId', string>;
      const field = { id, businessId, position: event.position };
      if (is(event, CustomFieldCreated)) {
        const { key, kind, name, choices } = event.data;
        fields.merge({ ...field, key, kind, name, choices, createdAt: event.metadata.occurredAt });
      } else if (is(event, CustomFieldChanged)) {
        const { name = null, choices = null } = event.data;
        fields.merge({ ...field, name, choices });
      } else fields.merge({ ...field, deleted: true });
    }
    return fields.toStatements(upsert(schema));
  },
};
