import {
  type ApiName,
  attributeByMergeName,
  attributes,
  type AttributeName,
  inSentence,
} from '../../../api/contract/attributes.ts';
import { maybe, t } from './texts.ts';

/** By the API's name, as a label. */
export const attributeLabel = (name: ApiName | 'first_name' | 'last_name' | 'full_name' | 'phone'): string =>
  t(`attribute.${name}`);
/** The same of a name that is made at run time, or null where it is of no attribute. */
export const maybeAttributeLabel = (name: string): string | null => maybe(`attribute.${name}`);
/** Within a sentence, by its name in events. */
export const attributeInSentence = (name: AttributeName): string =>
  inSentence(attributeLabel(attributes[name].apiName));
/** Of a merge field; null where it stands for something else. */
export function mergeLabel(name: string): string | null {
  const attribute = attributeByMergeName(name);
  return maybeAttributeLabel(attribute === null ? name : attributes[attribute].apiName);
}
