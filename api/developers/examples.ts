import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { apiBase } from '../kernel/base.ts';
import { argumentsOf, camel } from './client.ts';
import type { DeveloperCall } from './calls.ts';
import { keyOf } from './types.ts';

/** A program in both languages, whole: what stands on the page is what the tests run. */
export interface Example {
  readonly curl?: string;
  readonly typescript?: string;
}

/** A value as a literal of TypeScript, over several lines where it is long. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts =
    Array.isArray(value) ?
      value.map((one) => literal(one, inner))
    : Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${literal(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const short = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (parts.length === 0) return `${open}${close}`;
  if (short.length < 60 && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** Text in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const perPage = { name: 'per_page', value: 25 };
/** What the example asks for: what has to be there, and how many rows. */
function queryOf({ query }: DeveloperCall): Readonly<Record<string, unknown>> {
  const asked = query.filter(({ required }) => required).map(({ name, example }) => [name, example] as const);
  const isPaged = query.some(({ name }) => name === perPage.name);
  return Object.fromEntries(isPaged ? [...asked, [perPage.name, perPage.value]] : asked);
}

const addressOf = (call: DeveloperCall): string => {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(call.places.find((place) => place.name === name)!.example)),
  );
  const query = new URLSearchParams(
    Object.entries(queryOf(call)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${apiBase}${path}${query === '' ? '' : `?${query}`}`;
};

function curlOf(call: DeveloperCall, origin: string): string {
  const key = uuidV5(namespaces.command, 'example', call.id);
  const parts = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quoted(origin + addressOf(call))}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(call.takesFile ? ['-F file=@photo.png'] : []),
    ...(call.method === 'GET' || call.takesFile ? [] : [`-H "Idempotency-Key: ${key}"`]),
    ...(call.body === null ?
      []
    : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(call.body.example, null, 2))}`]),
    ...(call.reply === null ? ['-o answer'] : []),
  ];
  return parts.join(' \\\n  ');
}

/** The first lines of every program. */
export const programStart = (origin: string, names = 'createClient'): string =>
  `import { ${names} } from './client.ts';\n\n` +
  `const api = createClient({ baseUrl: '${origin}', key: process.env['API_KEY']! });\n`;

function typescriptOf(call: DeveloperCall, origin: string): string {
  const query = queryOf(call);
  const values = argumentsOf(call).map(({ name, isRequired }) => {
    if (name === 'body') return literal(call.body!.example);
    if (name === 'file') return "new File([readFileSync('photo.png')], 'photo.png', { type: 'image/png' })";
    if (name === 'query') return isRequired || Object.keys(query).length > 0 ? literal(query) : null;
    return literal(call.places.find((place) => place.name === name || camel(place.name) === name)!.example);
  });
  const given = values
    .slice(0, values.findLastIndex((value) => value !== null) + 1)
    .map((value) => value ?? 'undefined');
  return (
    (call.takesFile ? "import { readFileSync } from 'node:fs';\n" : '') +
    programStart(origin) +
    `const answer = await api.${call.id}(${given.join(', ')});\n` +
    'console.log(answer);'
  );
}

export const exampleOfCall = (call: DeveloperCall, origin: string): Example => ({
  curl: curlOf(call, origin),
  typescript: typescriptOf(call, origin),
});
