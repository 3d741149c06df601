import { z } from 'zod';
import { ContactField } from '../values/fields.ts';
import { withFieldReferred } from '../values/references.ts';
import { checkQuestion, freshQuestion, question, step } from './step.ts';

export const collectContactData = step(
  z.object({ kind: z.literal('CollectContactData'), ...question, field: ContactField }),
)({
  fresh: () => ({ kind: 'CollectContactData', ...freshQuestion, field: { of: 'contact', name: 'first_name' } }),
  plan: ({ field, body, again, tries, patience }) => ({
    kind: 'ask',
    wanted: { of: 'field', field },
    body,
    again,
    tries,
    patience,
    keepIn: field,
  }),
  check(step, checking) {
    checkQuestion(step, checking);
    if (step.field.of === 'custom') checking.customField('field.id', step.field.id, 'Choose where the answer is kept.');
  },
  references: (step, refer) => ({ ...step, field: withFieldReferred(step.field, refer) }),
});
