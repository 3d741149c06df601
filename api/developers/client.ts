import { apiBase } from '../kernel/base.ts';
import type { DeveloperApi, DeveloperCall, Parameter } from './calls.ts';
import { keyOf, reachedFrom, typeOf } from './types.ts';

/** What every client has, whatever the calls: how a call is sent, retried and refused. */
const runtime = `export interface ClientOptions {
  /** Where the API is, such as https://app.example.com. */
  baseUrl: string;
  /** An API key. */
  key: string;
  /** How often a call is tried again that failed for now. Default 2. */
  retries?: number;
  /** Default: the runtime's own. */
  fetch?: typeof fetch;
}
export interface CallOptions {
  /** Names the command, so that it happens once however often it is sent. Default: a new one for each call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** An answer that is a failure. \`code\` is stable; \`message\` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string[]>>;
  /** The whole answer. */
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['message'] === 'string' ? body['message'] : \`HTTP \${status}\`);
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
    this.requestId = typeof body['requestId'] === 'string' ? body['requestId'] : null;
    this.errors = (body['errors'] ?? {}) as Record<string, string[]>;
    this.body = body;
  }
}

interface Page<Row> {
  data: Row[];
  meta: { total: number; page?: number; per_page?: number; next?: string | null };
}
/** Every row of a list, page by page: \`for await (const contact of eachRow((page) => api.listContacts(page)))\`. */
export async function* eachRow<Row>(
  read: (query: { page: number; per_page: number }) => Promise<Page<Row>>,
  perPage = 100,
): AsyncGenerator<Row> {
  for (let page = 1; ; page += 1) {
    const { data, meta } = await read({ page, per_page: perPage });
    yield* data;
    if (data.length === 0 || page * perPage >= meta.total) return;
  }
}

type Query = Readonly<Record<string, unknown>>;
interface Request {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: unknown;
  file?: Blob;
  download?: boolean;
}
const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function sender(options: ClientOptions) {
  const send = options.fetch ?? fetch;
  const retries = options.retries ?? 2;
  return async <Reply>(request: Request, call: CallOptions = {}): Promise<Reply> => {
    const url = new URL(\`${apiBase}\${request.path}\`, options.baseUrl);
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const headers = new Headers({ authorization: \`Bearer \${options.key}\` });
    let body: string | FormData | undefined;
    if (request.file !== undefined) {
      body = new FormData();
      body.append('file', request.file, request.file instanceof File ? request.file.name : 'file');
    } else if (request.body !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(request.body);
    }
    // The same for every try: a command that arrived and was not answered does not happen twice. A file has none.
    const isSafe = request.method === 'GET' || request.file === undefined;
    if (request.method !== 'GET' && isSafe) headers.set('idempotency-key', call.idempotencyKey ?? crypto.randomUUID());
    for (let tried = 0; ; tried += 1) {
      const again = isSafe && tried < retries && !call.signal?.aborted;
      let answer: Response;
      try {
        answer = await send(url, { method: request.method, headers, body: body ?? null, signal: call.signal ?? null });
      } catch (error) {
        if (!again) throw error;
        await wait(2 ** tried);
        continue;
      }
      if (answer.ok) return (request.download ? await answer.blob() : await answer.json()) as Reply;
      const failure = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
      if (!again || ![429, 500, 503].includes(answer.status)) throw new ApiError(answer.status, failure);
      await wait(Number(answer.headers.get('retry-after')) || 2 ** tried);
    }
  };
}
const place = (value: string | number): string => encodeURIComponent(String(value));
`;

const placeType = ({ schema }: Parameter): string => (/number/.test(typeOf(schema)) ? 'number' : 'string');
/** In addresses everything is text: what is a number or yes and no may be given as such. */
const queryType = (query: readonly Parameter[]): string =>
  `{ ${query.map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema, '      ')}`).join('; ')} }`;

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}
/** What a method takes: the places of its path, its body or file, its query. */
export function argumentsOf({ places, body, takesFile, query }: DeveloperCall): readonly Argument[] {
  return [
    ...places.map((one) => ({ name: camel(one.name), type: placeType(one), isRequired: true })),
    ...(takesFile ? [{ name: 'file', type: 'Blob', isRequired: true }] : []),
    ...(body === null ? [] : [{ name: 'body', type: typeOf(body.schema, '    '), isRequired: body.isRequired }]),
    ...(query.length === 0 ?
      []
    : [{ name: 'query', type: queryType(query), isRequired: query.some(({ required }) => required) }]),
  ];
}
export const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const sentence = (text: string): string => text.replaceAll('*/', '* /');

function methodOf(call: DeveloperCall): string {
  const args = argumentsOf(call);
  // What may be left out comes after what may not.
  const lastRequired = args.findLastIndex(({ isRequired }) => isRequired);
  const given = args.map(({ name, type, isRequired }, index) => {
    if (isRequired) return `${name}: ${type}`;
    return index < lastRequired ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
  });
  const reply = call.reply === null ? 'Blob' : typeOf(call.reply.schema, '    ');
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => `\${place(${camel(name)})}`);
  const parts = [
    `method: '${call.method}'`,
    `path: ${path === call.path ? `'${path}'` : `\`${path}\``}`,
    ...args.map(({ name }) => name).filter((name) => ['file', 'body', 'query'].includes(name)),
    ...(call.reply === null ? ['download: true'] : []),
  ];
  const about = [sentence(call.summary), `Scope: \`${call.scope}\`.`, ...(call.isDeprecated ? ['@deprecated'] : [])];
  return [
    `    /**\n${about.map((line) => `     * ${line}\n`).join('')}     */`,
    `    ${call.id}: (${[...given, 'options?: CallOptions'].join(', ')}): Promise<${reply}> =>`,
    `      send({ ${parts.join(', ')} }, options),`,
  ].join('\n');
}

/** The typed client, as one file of TypeScript without dependencies. It names no product: brands hand it out. */
export function clientSource({ calls, schemas }: DeveloperApi): string {
  const reached = reachedFrom(
    calls.flatMap(({ body, reply, query }) => [
      ...(body === null ? [] : [body.schema]),
      ...(reply === null ? [] : [reply.schema]),
      ...query.map(({ schema }) => schema),
    ]),
    schemas,
  );
  const types = Object.entries(schemas)
    .filter(([name]) => reached.has(name))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  return [
    '// Generated from the OpenAPI document. Do not edit: your changes are overwritten.\n',
    runtime,
    ...types,
    '/** Every call that an API key can make. */\nexport function createClient(options: ClientOptions) {',
    '  const send = sender(options);\n  return {',
    ...calls.map(methodOf),
    '  };\n}\nexport type Client = ReturnType<typeof createClient>;\n',
  ].join('\n');
}
