import { calls } from './calls.ts';
import { IdParams, Success } from './common.ts';

export const contactErasureCalls = calls('Contacts', {
  'DELETE /contacts/{id}': {
    id: 'eraseContact',
    who: ['Business'],
    summary:
      'Erase a person: everything personal goes for good, what proves consent and objection stays. It cannot be undone.',
    params: IdParams,
    reply: Success,
  },
});
