/** What the browser shares with the server about merge fields: which there are, and how they are filled in. */
export {
  contactMergeFields,
  type MergeField,
  mergeFields,
  postalAddress,
  sampleValues,
} from '../../domain/merge/fields.ts';
export { fieldsIn, fill, missingIn, type Part, readTemplate, type Values } from '../../domain/merge/template.ts';
