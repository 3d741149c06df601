import { z } from 'zod';
import { snippetFields } from '../../domain/snippets/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Success } from './common.ts';

export { fillSnippet, snippetMergeFields, type SnippetValues } from '../../domain/personalization/snippet.ts';

const name = { examples: ['hours'] };
const body = { examples: ['Hi {{first_name|there}}, we are open until ten.'] };

/** Words that a business says often. `name` is what is typed behind `/`. */
export const Snippet = z.object({ id: z.string(), name: z.string().meta(name), body: z.string().meta(body) });
export type Snippet = z.output<typeof Snippet>;
export const Snippets = z.object({ data: z.array(Snippet) });
export const WriteSnippet = z.object({ name: snippetFields.name.meta(name), body: snippetFields.body.meta(body) });

export const snippetCalls = calls('Live chat', {
  'GET /livechat/snippets': {
    id: 'listSnippets',
    who: ['Business'],
    summary: 'Words that the business says often, by name.',
    reply: Snippets,
  },
  'POST /livechat/snippets': {
    id: 'createSnippet',
    who: ['Business'],
    summary: 'Keep words for the next time.',
    body: WriteSnippet,
    example: { name: 'hours', body: 'Hi {{first_name|there}}, we are open until ten.' },
    reply: Created,
  },
  'PUT /livechat/snippets/{id}': {
    id: 'updateSnippet',
    who: ['Business'],
    summary: 'Another name or other words.',
    params: IdParams,
    body: WriteSnippet,
    example: { name: 'hours', body: 'Hi {{first_name|there}}, we are open until ten.' },
    reply: Success,
  },
  'DELETE /livechat/snippets/{id}': {
    id: 'deleteSnippet',
    who: ['Business'],
    summary: 'Delete a snippet. Messages sent with it stay.',
    params: IdParams,
    reply: Success,
  },
});
