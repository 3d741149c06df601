import { z } from 'zod';
import { SnippetId } from '../../domain/kernel/ids.ts';
import { snippetFields } from '../../domain/snippets/fields.ts';
import * as decide from '../../domain/snippets/snippets.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';

const ownSnippets = ({ context }: Call) => {
  const desk = businessUserOf(context);
  return { ...desk, stream: streams.snippets(desk.businessId) };
};
const common = { by: people, aggregate: decide.Snippets, at: ownSnippets };
const snippet = { snippetId: SnippetId };

export const createSnippet = decision({
  ...common,
  input: z.object({ ...snippet, ...snippetFields }),
  decide: (given, snippets, { businessId }) => decide.createSnippet({ businessId, ...given }, snippets),
});

export const changeSnippet = decision({
  ...common,
  input: z.object({ ...snippet, ...snippetFields }),
  decide: (given, snippets, { businessId }) => decide.changeSnippet({ businessId, ...given }, snippets),
});

export const deleteSnippet = decision({
  ...common,
  input: z.object(snippet),
  decide: (given, snippets, { businessId }) => decide.deleteSnippet({ businessId, ...given }, snippets),
});
