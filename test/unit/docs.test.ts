import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) => /\.(?:md|tsx?|m?js|cjs|css|sql)$/.test(file) && existsSync(join(root, file)));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = files.filter((file) => file.endsWith('.md'));

/** The name that GitHub gives a heading in an address. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/`|\[|\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

const headings = new Map<string, ReadonlySet<string>>();
const headingsOf = (page: string): ReadonlySet<string> => {
  const known = headings.get(page);
  if (known) return known;
  const found = new Set(
    [
      ...read(page)
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/^#+ (.+)$/gm),
    ].map(([, heading]) => slug(heading!)),
  );
  headings.set(page, found);
  return found;
};

/** Numbers of decisions by the sections that carry them (`page#section`). */
const sections = pages
  .filter((page) => page.startsWith('docs/decisions/') && !page.endsWith('README.md'))
  .flatMap((page) =>
    read(page)
      .split(/^## /m)
      .slice(1)
      .map((section) => ({
        at: `${page.slice('docs/decisions/'.length)}#${slug(section.split('\n', 1)[0]!)}`,
        numbers: (/^_Decisions? ([\d,\sand]+)\._/m.exec(section)?.[1]?.match(/\d+/g) ?? []).map(Number),
      })),
  );
/** What the index says: numbers, and the sections that each leads to. */
const index = new Map(
  [...read('docs/decisions/README.md').matchAll(/^- \*\*(\d+)\*\*:([\s\S]*?)(?=^- |^Not used)/gm)].map(
    ([, number, links]) => [Number(number), [...links!.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!)],
  ),
);

it('lists every decision that code or docs mention', () => {
  const mention = /\bdecisions?(?:[\s*/#[]+)(\d{1,3})\b(?:\]\([^)]*\))?(?:[,\s*/]+(?:and[\s*/]+)?\[?(\d{1,3})\b)?/gi;
  const unlisted = files.flatMap((file) =>
    [...read(file).matchAll(mention)]
      .flatMap(([, one, another]) => [one, another].filter((each) => each !== undefined).map(Number))
      .filter((number) => !index.has(number))
      .map((number) => `${file}: decision ${number}`),
  );
  expect(unlisted).toEqual([]);
});

it('leads from each number to the sections that carry it, and to no other', () => {
  expect(sections.length).toBeGreaterThan(100);
  expect(sections.filter(({ numbers }) => numbers.length === 0).map(({ at }) => at)).toEqual([]);
  const carried = new Map<number, string[]>();
  for (const { at, numbers } of sections)
    for (const number of numbers) carried.set(number, [...(carried.get(number) ?? []), at]);
  const sorted = (map: ReadonlyMap<number, readonly string[]>) =>
    [...map].map(([number, all]) => [number, [...all].sort()]).sort(([a], [b]) => Number(a) - Number(b));
  expect(sorted(index)).toEqual(sorted(carried));
});

it('has no link that leads nowhere', () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, to]) => {
      const [path, section] = decodeURI(to!).split('#', 2);
      const target = path === '' ? page : normalize(join(dirname(page), path!));
      const isThere =
        existsSync(join(root, target)) &&
        (section === undefined || (target.endsWith('.md') && headingsOf(target).has(section)));
      return isThere ? [] : [`${page}: ${to}`];
    }),
  );
  expect(broken).toEqual([]);
});

it('names no file that is not there', () => {
  const named =
    /`((?:adapters|api|commands|docs|domain|main|migrations|projections|sandbox|test|web|workers)\/[\w./-]+\.\w+)`/g;
  const gone = pages.flatMap((page) =>
    [...read(page).matchAll(named)]
      .filter(([, file]) => !existsSync(join(root, file!)))
      .map(([, file]) => `${page}: ${file}`),
  );
  expect(gone).toEqual([]);
});

/** Pages that still speak another way. A page that is rewritten leaves the list. */
const notYetPlain: ReadonlySet<string> = new Set(['docs/automations.md', 'docs/contacts.md', 'docs/simulation.md']);

it('speaks plainly', () => {
  const foreign = /\b(?:whoever|nobody|somebody|everybody|anybody|anew|can not)\b/gi;
  const found = pages
    .filter((page) => page.startsWith('docs/') && !notYetPlain.has(page))
    .flatMap((page) =>
      [
        ...withoutCode(read(page))
          .replace(/_[^_]+_|\]\([^)]*\)/g, '')
          .matchAll(foreign),
      ].map(([word]) => `${page}: ${word}`),
    );
  expect(found).toEqual([]);
});
