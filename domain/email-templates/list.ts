import { list, oneOf } from '../kernel/list.ts';
import { templateKinds } from './fields.ts';

/** How the list of templates can be asked for. `owner`: the business's own, or what its agency offers. */
export const emailTemplateList = list({
  sort: ['name', 'created_at', 'updated_at'],
  filters: { kind: oneOf(templateKinds), owner: oneOf(['business', 'agency']) },
});
