import { DomainError } from '../kernel/errors.ts';
import { checkTemplate, type MergeFieldName, mergeFieldsOf } from '../sms/merge-fields.ts';
import type { Setup } from './fields.ts';

/** What a broadcast can say of a recipient: what is known without a coupon or a keyword of their own. */
export const broadcastMergeFields = ['first_name', 'last_name', 'full_name', 'phone', 'business_name'] as const;
const known: ReadonlySet<MergeFieldName> = new Set(broadcastMergeFields);

/** What of a setup keeps it from going out, by field; empty: nothing. */
export function contentProblems({ type, contents, test }: Setup): Readonly<Record<string, readonly string[]>> {
  const problems: Record<string, string[]> = {};
  const say = (field: string, message: string) => void (problems[field] ??= []).push(message);
  contents.forEach((content, index) => {
    const at = (field: string) => `contents.${index}.${field}`;
    if ((content.kind === 'mail') !== (type === 'email'))
      return say(at('kind'), type === 'email' ? 'This is not an e-mail.' : 'This is not a text message.');
    if (content.kind === 'mail') {
      if (content.subject === null) say(at('subject'), 'The subject is missing.');
      if (content.designId === null) say(at('design_id'), 'Choose a design.');
      return;
    }
    const { body, media } = content;
    if (body.trim() === '' && (type === 'sms' || media.length === 0)) say(at('body'), 'Write a message.');
    if (type === 'sms' && media.length > 0) say(at('media'), 'A picture makes it an MMS. Choose MMS, or take it away.');
    if (type === 'mms' && media.length === 0) say(at('media'), 'Attach a picture, or send it as an SMS.');
    for (const problem of templateProblems(body)) say(at('body'), problem);
  });
  if (contents.length > 1 && test === null) say('test', 'Say how the winner is found, or keep one variant.');
  if (contents.length === 1 && test !== null) say('contents', 'A test needs at least two variants.');
  return problems;
}

function templateProblems(body: string): readonly string[] {
  try {
    checkTemplate(body);
  } catch (error) {
    if (error instanceof DomainError) return [error.message];
    throw error;
  }
  return mergeFieldsOf(body)
    .filter((field) => !known.has(field))
    .map((field) => `{{${field}}} can’t be used in a broadcast.`);
}

/** Throws `validation_failed` with all that keeps it from going out. */
export function checkContent(setup: Setup): void {
  const problems = contentProblems(setup);
  const [first] = Object.values(problems);
  if (first !== undefined) throw new DomainError('validation_failed', first[0]!, problems);
}
