import { fillSnippet, type Snippet, type SnippetValues } from '../../../../api/contract/snippets.ts';

/** What is being typed behind a `/` that begins a word, up to the caret: where the `/` stands, and what follows it. */
export function askedAt(text: string, caret: number): { readonly from: number; readonly asked: string } | null {
  const found = /(?:^|\s)\/([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, caret));
  return found === null ? null : { from: caret - found[1]!.length - 1, asked: found[1]!.toLowerCase() };
}

/** Those whose name begins so, then those with it in their name or words; at most eight. */
export function matching(snippets: readonly Snippet[], asked: string): readonly Snippet[] {
  const begins = snippets.filter(({ name }) => name.startsWith(asked));
  const holds = snippets.filter(
    (one) => !begins.includes(one) && `${one.name} ${one.body}`.toLowerCase().includes(asked),
  );
  return [...begins, ...holds].slice(0, 8);
}

/** The words for somebody; as they were written where a merge field is none any more. */
export function wordsOf({ body }: Snippet, values: SnippetValues): string {
  try {
    return fillSnippet(body, values);
  } catch {
    return body;
  }
}
