import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { checkQuestion, freshQuestion, question, step } from './step.ts';

/** Asks for a picture; it is kept in the custom field, or (null) in the conversation alone. */
export const imageUpload = step(z.object({ kind: z.literal('ImageUpload'), ...question, fieldId: chosen }))({
  fresh: () => ({ kind: 'ImageUpload', ...freshQuestion, fieldId: null }),
  plan: ({ fieldId, body, again, tries, patience }) => ({
    kind: 'ask',
    wanted: { of: 'picture' },
    body,
    again,
    tries,
    patience,
    keepIn: { of: 'custom', id: fieldId },
  }),
  check(step, checking) {
    if (!checking.known.mms) checking.say('needs-mms', 'kind', 'Pictures need MMS, which is not active.');
    checkQuestion(step, checking);
    checking.customField('fieldId', step.fieldId, null);
  },
  references: (step, refer) => ({ ...step, fieldId: referred(refer, 'field', step.fieldId) }),
});
