import { fill, parseTemplate } from './template.ts';

/** What can be merged into a text of a campaign, `{{first_name}}` or with a fall-back `{{first_name|there}}`. */
export const mergeFieldNames = [
  'first_name',
  'last_name',
  'full_name',
  'phone',
  'business_name',
  'keyword',
  'coupon_code',
  'coupon_link',
  'coupon_expires',
  'loop_link',
  'loop_page',
  'loop_points',
  'page_link',
] as const;
export type MergeFieldName = (typeof mergeFieldNames)[number];
export type MergeValues = Readonly<Partial<Record<MergeFieldName, string | null>>>;

/** Throws `validation_failed` on `field` for an unknown merge field, one inside another, or one that isn't closed. */
export function checkTemplate(template: string, field = 'body'): void {
  parseTemplate(template, mergeFieldNames, field);
}

/** The text with its merge fields filled in (`fill` of domain/personalization). Throws as `checkTemplate` does. */
export const renderTemplate = (template: string, values: MergeValues, field = 'body'): string =>
  fill(parseTemplate(template, mergeFieldNames, field), values);
