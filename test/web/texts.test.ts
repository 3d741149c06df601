import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Catalogue, catalogue, speak } from '../../web/messages/translate.ts';
import { foreignWords } from '../support/native-words.ts';

/** Where texts live: beside the screens that show them, each key once, none that nobody shows. */
const web = join(import.meta.dirname, '../../web');
const isCatalogue = (path: string) => /\/(texts|messages\/core)\.ts$/.test(path);
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map((path) => join(web, path))
  .filter((path) => /\.tsx?$/.test(path));
const sources = files
  .filter((path) => !isCatalogue(path))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }));

/** Whether some file below `folder` names the key, or makes it at run time: `t(`status.${status}`)`. */
function isShown(key: string, folder: string): boolean {
  return sources.some(({ path, source }) => {
    if (!path.startsWith(`${folder}/`)) return false;
    if (source.includes(`'${key}'`)) return true;
    return [...source.matchAll(/`([a-zA-Z0-9]+\.[^`\n]*\$\{[^`\n]*)`/g)].some(([, template]) =>
      new RegExp(`^${template!.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+')}$`).test(key),
    );
  });
}

const own = await Promise.all(
  files.filter(isCatalogue).map(async (path) => {
    const module = (await import(path)) as Record<string, Catalogue<string>>;
    const { own } = (module['texts'] ?? module['words'] ?? module['plain'] ?? module['core'])!;
    const everywhere = /\/(components\/texts|plain\/texts|messages\/core)\.ts$/.test(path);
    return { name: relative(web, path), folder: everywhere ? web : dirname(path), texts: Object.entries<string>(own) };
  }),
);

describe('the texts of the screens', () => {
  test.each(own)('$name: each is shown, and well formed', ({ texts, folder }) => {
    expect(texts.filter(([key]) => !isShown(key, folder)).map(([key]) => key)).toEqual([]);
    for (const [key, text] of texts) {
      const braces = (sign: string) => text.split(sign).length;
      expect([key, text.trim() === '', braces('{') - braces('}')]).toEqual([key, false, 0]);
      // Whoever reads it never sees how it is chosen.
      const named = Object.fromEntries([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => [name!, 2]));
      expect([key, catalogue(null, { [key]: text }).t(key, named)]).toEqual([
        key,
        expect.not.stringMatching(/\{\w+, /),
      ]);
    }
  });
  test.each(own)('$name: in the words of a native writer', ({ texts }) => {
    expect(texts.filter(([, text]) => foreignWords.test(text))).toEqual([]);
  });
  test('a key is written once', () => {
    const places = new Map<string, string[]>();
    for (const { name, texts } of own) for (const [key] of texts) places.set(key, [...(places.get(key) ?? []), name]);
    expect([...places].filter(([, names]) => names.length > 1)).toEqual([]);
  });
});

describe('a catalogue', () => {
  const shared = catalogue(null, { 'app.retry': 'Try again' });
  const { t, maybe } = catalogue(shared, {
    'x.start': 'Text {keyword} to {number}.',
    'x.count': '{count, plural, one {# segment} other {# segments}}',
    'x.moved': '{count, plural, =0 {Nothing} one {Moved {name}} other {Moved # of {name}}}.',
  });
  afterEach(() => {
    speak(null);
  });
  test('fills in names and plurals, and knows the words that it shares', () => {
    expect([t('x.count', { count: 1 }), t('x.count', { count: 1200 })]).toEqual(['1 segment', '1,200 segments']);
    expect([0, 1, 2].map((count) => t('x.moved', { count, name: '#{a}' }))).toEqual([
      ...['Nothing.', 'Moved #{a}.', 'Moved 2 of #{a}.'],
    ]);
    expect(t('x.start', { keyword: '{number} $&', number: '$1' })).toBe('Text {number} $& to $1.');
    expect([t('app.retry'), maybe('x.none'), maybe('toString'), maybe('app.retry')]).toEqual([
      'Try again',
      null,
      null,
      'Try again',
    ]);
  });
  test('speaks another language with its own plurals and numbers; what is not translated stays English', () => {
    speak({ tag: 'pl', texts: { 'x.count': '{count, plural, one {# wpis} few {# wpisy} other {# wpisów}}' } });
    expect([t('x.count', { count: 3 }), t('x.count', { count: 12_000 })]).toEqual(['3 wpisy', '12\u00a0000 wpisów']);
    expect(t('app.retry')).toBe('Try again');
  });
});
