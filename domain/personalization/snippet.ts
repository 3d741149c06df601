import { fill, parseTemplate, type Values } from './template.ts';

/** What can be merged into a snippet, `{{first_name}}` or `{{first_name|there}}`. */
export const snippetMergeFields = ['first_name', 'last_name', 'full_name', 'phone', 'business_name'] as const;

/** What is known of somebody; null or left out: nothing. */
export type SnippetValues = Values;

/** The words of a snippet for somebody. Throws `validation_failed` for a merge field that is none. */
export const fillSnippet = (body: string, values: SnippetValues): string =>
  fill(parseTemplate(body, snippetMergeFields, 'body'), values);
