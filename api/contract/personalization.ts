/** What the browser shares with the server about merge fields: which there are, and how they are filled in. */
export { type MergeField, mergeFields, postalAddress, sampleValues } from '../../domain/personalization/fields.ts';
export { fieldsIn, fill, type Part, readTemplate } from '../../domain/personalization/template.ts';
export { withPrefix } from '../../domain/sms/prefix.ts';
