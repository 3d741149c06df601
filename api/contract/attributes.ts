/** What the browser shares with the server about a contact's attributes; apart from the schemas, which screens do without. */
export {
  type ApiName,
  type Attribute,
  apiNames,
  type ApiNamesOf,
  apiNamesOf,
  attributeByApiName,
  attributeByAsked,
  attributeByMergeName,
  type AttributeName,
  attributeNames,
  attributeOf,
  attributes,
  eachByApiName,
  inSentence,
  isApiName,
  isAttribute,
  isOfKind,
  longestTyped,
} from '../../domain/contacts/attributes.ts';
export { filterLimits, maxTags } from '../../domain/contacts/limits.ts';
