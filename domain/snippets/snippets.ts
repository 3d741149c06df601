import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, SnippetId } from '../kernel/ids.ts';
import { parseTemplate } from '../personalization/template.ts';
import { SnippetDeleted, type SnippetEvent, SnippetSaved } from './events.ts';
import { maxSnippets } from './fields.ts';
import { snippetMergeFields } from '../personalization/snippet.ts';

/** The words that a business says often, by id; null: deleted. */
export type Snippets = ReadonlyMap<SnippetId, { readonly name: string; readonly body: string } | null>;

export const Snippets: Aggregate<Snippets, SnippetEvent> = {
  initial: new Map(),
  evolve: (snippets, event) => {
    switch (event.type) {
      case 'SnippetSaved':
        return new Map(snippets).set(event.data.snippetId, { name: event.data.name, body: event.data.body });
      case 'SnippetDeleted':
        return new Map(snippets).set(event.data.snippetId, null);
      default:
        return unchanged(snippets, event);
    }
  },
};

interface Of {
  readonly businessId: BusinessId;
  readonly snippetId: SnippetId;
}
interface Written extends Of {
  readonly name: string;
  readonly body: string;
}

/** A name stands for one snippet. Throws `validation_failed` for a merge field that is none. */
function check({ snippetId, name, body }: Written, snippets: Snippets): void {
  parseTemplate(body, snippetMergeFields, 'body');
  const others = [...snippets].filter(([id, snippet]) => id !== snippetId && snippet !== null);
  if (others.some(([, other]) => other?.name === name)) {
    const message = 'Another snippet has this name.';
    throw new DomainError('validation_failed', message, { name: [message] });
  }
  if (others.length >= maxSnippets)
    throw new DomainError('conflict', `A business can have at most ${maxSnippets} snippets.`);
}

export function createSnippet(command: Written, snippets: Snippets): readonly SnippetEvent[] {
  if (snippets.has(command.snippetId)) return [];
  check(command, snippets);
  return [SnippetSaved.create(command)];
}

export function changeSnippet(command: Written, snippets: Snippets): readonly SnippetEvent[] {
  const before = snippets.get(command.snippetId);
  if (before === undefined || before === null) throw new DomainError('not_found', 'This snippet does not exist.');
  check(command, snippets);
  return before.name === command.name && before.body === command.body ? [] : [SnippetSaved.create(command)];
}

export function deleteSnippet({ businessId, snippetId }: Of, snippets: Snippets): readonly SnippetEvent[] {
  const before = snippets.get(snippetId);
  if (before === undefined) throw new DomainError('not_found', 'This snippet does not exist.');
  return before === null ? [] : [SnippetDeleted.create({ businessId, snippetId })];
}
