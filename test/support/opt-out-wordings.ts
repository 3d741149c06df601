import { readFileSync } from 'node:fs';

/** `stop`: a sure opt-out. `looks-like`: held until someone has looked. `none`: neither. */
export type Expected = 'stop' | 'looks-like' | 'none';

export interface Wording {
  readonly expected: Expected;
  readonly language: 'en' | 'es' | 'fr';
  readonly body: string;
}

/** What people text, each with what it means: opt-out-wordings.tsv. */
export const wordings: readonly Wording[] = readFileSync(new URL('opt-out-wordings.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [expected, language, body] = line.split('\t');
    return { expected, language, body } as Wording;
  });
