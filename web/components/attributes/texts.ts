import { type ApiName, attributeNames, attributes } from '../../../api/contract/attributes.ts';
import { catalogue } from '../../messages/translate.ts';

type Labels = { readonly [N in ApiName as `attribute.${N}`]: string };
const labels = Object.fromEntries(
  attributeNames.map((name) => [`attribute.${attributes[name].apiName}`, attributes[name].label]),
) as Labels;

/** What is known of a contact is called the same on every screen: as it was declared, names and the number besides. */
export const texts = catalogue(null, {
  ...labels,
  'attribute.first_name': 'First name',
  'attribute.last_name': 'Last name',
  'attribute.full_name': 'Full name',
  'attribute.phone': 'Phone number',
});
export const { t, maybe } = texts;
