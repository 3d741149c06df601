import type { AppConfig } from '../contract/whitelabels.ts';
import { escaped } from '../kernel/brand-page.ts';
import { changelog } from './changelog.ts';
import type { DeveloperApi, DeveloperCall, Parameter } from './calls.ts';
import { type Example, exampleOfCall } from './examples.ts';
import { type Block, type Guide, guides } from './guides.ts';
import type { Deprecation } from '../contract/deprecations.ts';
import { typeOf } from './types.ts';

export interface Drawing {
  readonly brand: AppConfig;
  readonly origin: string;
  readonly api: DeveloperApi;
  /** The path of the page that is drawn, below /developers. */
  readonly path: string;
}
export interface DrawnPage {
  readonly title: string;
  readonly about: string;
  readonly html: string;
}

export const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** `code`, **bold** and [links](/developers) in a text. */
const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(((?:\/|https:\/\/)[^)\s]+)\)/g, '<a href="$2">$1</a>');

const codeBlock = (language: string, text: string, more = ''): string =>
  `<pre tabindex="0" data-language="${language}"${more}><code>${escaped(text)}</code></pre>`;

/** `name` is how tests find it again. */
function exampleBlocks(name: string, { curl, typescript }: Example): string {
  const data = ` data-example="${escaped(name)}"`;
  const only = curl === undefined || typescript === undefined ? ' only' : '';
  return [
    curl === undefined ? '' : `<div class="lang-curl${only}">${codeBlock('curl', curl, data)}</div>`,
    typescript === undefined ? '' : `<div class="lang-ts${only}">${codeBlock('typescript', typescript, data)}</div>`,
  ].join('');
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="table" tabindex="0"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead>` +
  `<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 id="${slugOf(block.text)}">${escaped(block.text)}</h2>`;
    case 'text':
      return `<p>${inline(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
    case 'table':
      return tableOf(block.head, block.rows);
    case 'code':
      return codeBlock(block.language, block.text);
    case 'example':
      return exampleBlocks(block.name, block.example);
  }
}

export const guidePage = (guide: Guide, { origin, api }: Drawing): DrawnPage => ({
  title: guide.title,
  about: guide.about,
  html: `<p class="lead">${inline(guide.about)}</p>${guide.blocks(origin, api).map(blockHtml).join('')}`,
});

export const homePage = ({ api, brand }: Drawing): DrawnPage => {
  const card = (href: string, title: string, about: string): string =>
    `<li><a href="${href}"><strong>${escaped(title)}</strong><span>${escaped(about)}</span></a></li>`;
  return {
    title: 'Developers',
    about: `Build on ${brand.name}: API, webhooks and a typed client.`,
    html: [
      `<p class="lead">Connect your site, till or data warehouse: ${api.calls.length} calls, signed webhooks and a typed client.</p>`,
      `<h2>Guides</h2><ul class="cards">${guides
        .map(({ slug, title, about }) => card(`/developers/${slug}`, title, about))
        .join('')}</ul>`,
      `<h2>Reference</h2><ul class="cards">${api.tags
        .map(({ name, about }) => card(`/developers/reference/${slugOf(name)}`, name, about))
        .join('')}</ul>`,
      '<h2>Files</h2><p><a href="/developers/client.ts">client.ts</a>: the typed client. ' +
        '<a href="/api/docs/json">openapi.json</a>: the OpenAPI 3.1 document. ' +
        '<a href="/api/docs">Try it</a> in your browser.</p>',
    ].join(''),
  };
};

const parameterRow = ({ name, in: place, required, schema }: Parameter): readonly string[] => [
  `\`${name}\``,
  place === 'path' ? 'path'
  : required ? 'query, required'
  : 'query',
  `\`${typeOf(schema).replaceAll('`', '')}\``,
];

function callHtml(call: DeveloperCall, { origin, api }: Drawing): string {
  const parameters = [...call.places, ...call.query];
  const name = typeOf(call.body?.schema ?? {});
  const schema = api.schemas[name];
  return [
    `<section id="${call.id}"><h2><a href="#${call.id}">${escaped(call.id)}</a></h2>`,
    `<p class="call"><span class="method">${call.method}</span> <code>${escaped(call.path)}</code>` +
      `${call.isDeprecated ? ' <span class="old">Deprecated</span>' : ''}</p>`,
    `<p>${inline(call.summary)}</p><p class="fine">Scope <code>${call.scope}</code>`,
    ` · Fails with ${call.failures.map((status) => `<a href="/developers/errors">${status}</a>`).join(', ')}</p>`,
    parameters.length === 0 ? '' : tableOf(['Parameter', 'In', 'Type'], parameters.map(parameterRow)),
    exampleBlocks(call.id, exampleOfCall(call, origin)),
    schema === undefined ? '' : (
      `<details><summary>Body</summary>${codeBlock('ts', `type ${name} = ${typeOf(schema)};`)}</details>`
    ),
    call.reply === null ?
      `<p class="fine">Answers with a file: ${call.fileTypes.map((type) => `<code>${type}</code>`).join(', ')}</p>`
    : `<details><summary>Answer</summary>${codeBlock('json', JSON.stringify(call.reply.example, null, 2))}</details>`,
    '</section>',
  ].join('');
}

export function referencePage(slug: string, drawing: Drawing): DrawnPage | null {
  const tag = drawing.api.tags.find(({ name }) => slugOf(name) === slug);
  if (tag === undefined) return null;
  const calls = drawing.api.calls.filter((call) => call.tag === tag.name);
  return {
    title: tag.name,
    about: tag.about,
    html: [
      `<p class="lead">${inline(tag.about)}</p><ul class="toc">`,
      ...calls.map(
        ({ id, method, path }) => `<li><a href="#${id}">${id}</a> <code>${method} ${escaped(path)}</code></li>`,
      ),
      '</ul>',
      ...calls.map((call) => callHtml(call, drawing)),
    ].join(''),
  };
}

export function changelogPage(going: Readonly<Partial<Record<string, Deprecation>>>): DrawnPage {
  const rows = Object.entries(going).flatMap(([name, gone]) =>
    gone === undefined ? [] : [[`\`${name}\``, gone.since, gone.sunset, `\`${gone.use}\``]],
  );
  return {
    title: 'Changelog',
    about: 'What changed for programs, and what goes.',
    html: [
      '<p class="lead">Answers may gain fields. Nothing goes or changes its meaning within /api/v1 without at least six months’ notice.</p>',
      ...changelog.map(
        ({ day, changes }) =>
          `<h2 id="${day}">${day}</h2><ul>${changes.map((change) => `<li>${inline(change)}</li>`).join('')}</ul>`,
      ),
      '<h2 id="deprecations">Deprecations</h2>',
      '<p>A deprecated call answers with <code>Deprecation</code> and <code>Sunset</code> headers until it stops working.</p>',
      rows.length === 0 ? '<p>No call is deprecated.</p>' : tableOf(['Call', 'Since', 'Works until', 'Use'], rows),
    ].join(''),
  };
}

const mostFound = 50;
/** Every word that was asked for, in any order; a name counts more than a text. */
export function searchPage(asked: string, drawing: Drawing): DrawnPage {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const score = (name: string, rest: string): number =>
    words.every((word) => `${name} ${rest}`.toLowerCase().includes(word)) ?
      1 + words.filter((word) => name.toLowerCase().includes(word)).length
    : 0;
  const { api, origin } = drawing;
  const found = [
    ...guides.map(({ slug, title, about, blocks }) => ({
      href: `/developers/${slug}`,
      title,
      about,
      score: 1.5 * score(title, `${about} ${JSON.stringify(blocks(origin, api))}`),
    })),
    ...api.calls.map(({ id, method, path, tag, summary }) => ({
      href: `/developers/reference/${slugOf(tag)}#${id}`,
      title: id,
      about: `${method} ${path}: ${summary}`,
      score: score(`${id} ${path}`, `${tag} ${summary}`),
    })),
  ]
    .filter((one) => words.length > 0 && one.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostFound);
  const rows = found.map(
    ({ href, title, about }) =>
      `<li><a href="${href}"><strong>${escaped(title)}</strong></a><br>${escaped(about)}</li>`,
  );
  return {
    title: 'Search',
    about: 'Search the documentation.',
    html:
      rows.length === 0 ?
        `<p class="lead">Nothing found for “${escaped(asked)}”. Try a shorter word, such as <em>contact</em>.</p>`
      : `<p class="lead">Results for “${escaped(asked)}”</p><ul class="found">${rows.join('')}</ul>`,
  };
}

function navigation({ api, path }: Drawing): string {
  const link = (to: string, title: string): string =>
    `<li><a href="/developers${to}"${to === path ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
  return [
    `<ul>${link('', 'Overview')}${guides.map(({ slug, title }) => link(`/${slug}`, title)).join('')}`,
    `${link('/changelog', 'Changelog')}</ul><p>Reference</p><ul>`,
    ...api.tags.map(({ name }) => link(`/reference/${slugOf(name)}`, name)),
    '</ul>',
  ].join('');
}

/** The page around what is told: without scripts, so that it is light and nothing can run. */
export function layout(page: DrawnPage, asked: string, drawing: Drawing): string {
  const { brand } = drawing;
  const logo = brand.logo === null ? '' : `<img src="${escaped(brand.logo)}" alt="" height="28">`;
  return [
    '<a class="skip" href="#main">Skip to content</a>',
    `<header><a class="brand" href="/developers">${logo}<span>${escaped(brand.name)}</span> <small>Developers</small></a>`,
    '<form action="/developers/search" role="search">',
    `<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="100" value="${escaped(asked)}">`,
    '</form><fieldset class="langs"><legend>Examples in</legend>',
    '<label><input type="radio" name="lang" id="lang-curl" checked>curl</label>',
    '<label><input type="radio" name="lang" id="lang-ts">TypeScript</label></fieldset></header>',
    `<div class="columns"><nav aria-label="Documentation"><details class="menu"><summary>Menu</summary>${navigation(drawing)}</details>`,
    `<div class="side">${navigation(drawing)}</div></nav>`,
    `<main id="main"><h1>${escaped(page.title)}</h1>${page.html}</main></div>`,
  ].join('');
}
