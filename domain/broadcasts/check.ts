import { DomainError } from '../kernel/errors.ts';
import { businessMergeFields, contactMergeFields, couponMergeFields } from '../personalization/fields.ts';
import { fieldsIn, readTemplate } from '../personalization/template.ts';
import type { Setup } from './fields.ts';

/** What a broadcast can say of every recipient, besides custom fields. */
export const broadcastMergeFields: readonly string[] = [
  ...Object.keys(contactMergeFields),
  ...Object.keys(businessMergeFields),
];

/** What it can say besides of the campaign that it belongs to: its keyword, and the coupon that each recipient has of it. */
const campaignFields: readonly string[] = Object.keys(couponMergeFields);
/** All that it can say, besides custom fields. */
export const mergeFieldsFor = ({ campaignId }: Pick<Setup, 'campaignId'>): readonly string[] =>
  campaignId === null ? broadcastMergeFields : [...broadcastMergeFields, ...campaignFields];
/** Whether a coupon of the recipient's own is among them. */
export const asksForCoupon = (fields: readonly string[]): boolean =>
  fields.some((field) => field !== 'keyword' && campaignFields.includes(field));
/** Why a merge field can't stand in a broadcast. */
export const unknownField = (field: string): string =>
  campaignFields.includes(field) ?
    `{{${field}}} needs a campaign. Choose the campaign whose coupon it is.`
  : `{{${field.slice(0, 40)}}} can’t be used in a broadcast.`;

/** What of a setup keeps it from going out, by field; empty: nothing. `custom`: the business's own merge fields. */
export function contentProblems(
  { type, campaignId, contents, test, validHours }: Setup,
  custom: readonly string[] = [],
): Readonly<Record<string, readonly string[]>> {
  const known = new Set([...mergeFieldsFor({ campaignId }), ...custom]);
  const problems: Record<string, string[]> = {};
  const say = (field: string, message: string) => void (problems[field] ??= []).push(message);
  contents.forEach((content, index) => {
    const at = (field: string) => `contents.${index}.${field}`;
    if ((content.kind === 'mail') !== (type === 'email'))
      return say(at('kind'), type === 'email' ? 'This is not an email.' : 'This is not a text message.');
    if (content.kind === 'mail') {
      const { subject, preheader, designId } = content;
      if ((subject ?? '').trim() === '') say(at('subject'), 'Write a subject.');
      for (const problem of templateProblems(subject ?? '', known)) say(at('subject'), problem);
      for (const problem of templateProblems(preheader ?? '', known)) say(at('preheader'), problem);
      if (designId === null) say(at('design_id'), 'Choose how it looks.');
      return;
    }
    const { body, media } = content;
    if (body.trim() === '' && (type === 'sms' || media.length === 0)) say(at('body'), 'Write a message.');
    if (type === 'sms' && media.length > 0) say(at('media'), 'A picture makes it an MMS. Choose MMS, or take it away.');
    if (type === 'mms' && media.length === 0) say(at('media'), 'Attach a picture, or send it as an SMS.');
    for (const problem of templateProblems(body, known)) say(at('body'), problem);
  });
  if (contents.length > 1 && test === null) say('test', 'Say how the winner is found, or keep one variant.');
  if (test !== null && test.share < 100 && test.hours >= validHours)
    say('test', 'The winner must be found before the broadcast is too old to be sent. Choose fewer hours.');
  if (contents.length === 1 && test !== null) say('contents', 'A test needs at least two variants.');
  return problems;
}

function templateProblems(body: string, known: ReadonlySet<string>): readonly string[] {
  const { parts, problems } = readTemplate(body);
  const unknown = fieldsIn(parts).filter((field) => !known.has(field));
  return [...problems, ...unknown.map(unknownField)];
}

/** Throws `validation_failed` with all that keeps it from going out. */
export function checkContent(setup: Setup, custom: readonly string[]): void {
  const problems = contentProblems(setup, custom);
  const [first] = Object.values(problems);
  if (first !== undefined) throw new DomainError('validation_failed', first[0]!, problems);
}
