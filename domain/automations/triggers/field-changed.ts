import { z } from 'zod';
import { ContactField, sameField, short } from '../values/fields.ts';
import { withFieldReferred } from '../values/references.ts';
import { alike, eventTrigger } from './trigger.ts';

/** `to`: what it is now; null: nothing any more. */
interface FieldChange {
  readonly field: ContactField;
  readonly to: string | null;
}

export const fieldChanged = eventTrigger(
  z.object({ kind: z.literal('field-changed'), field: ContactField.nullable(), to: short.nullable() }),
  (wanted, { field, to }: FieldChange) =>
    (wanted.field === null || sameField(wanted.field, field)) &&
    (wanted.to === null || (to !== null && alike(wanted.to, to))),
)({
  fresh: () => ({ kind: 'field-changed', field: null, to: null }),
  check({ field }, at, { customField }) {
    if (field?.of === 'custom') customField(`${at}.field.id`, field.id, 'Choose a field.');
  },
  references: (on, refer) => ({ ...on, field: on.field === null ? null : withFieldReferred(on.field, refer) }),
});
