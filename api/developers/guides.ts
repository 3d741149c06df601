import { z } from 'zod';
import { apiScopes } from '../../domain/api-keys/fields.ts';
import { publicationNamed } from '../../domain/publications/publications.ts';
import { latestPayloadVersion, publishedNames } from '../../domain/webhooks/fields.ts';
import type { JsonSchema } from '../kernel/openapi/schemas.ts';
import type { DeveloperApi } from './calls.ts';
import { type Example, programStart } from './examples.ts';
import { errorWords } from './errors.ts';
import { typeOf } from './types.ts';

/** A part of a page. Texts may hold `code`, **bold** and [links](/developers). */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** `name`: what tests call it. */
  | { readonly kind: 'example'; readonly name: string; readonly example: Example };
export interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly blocks: (origin: string, api: DeveloperApi) => readonly Block[];
}

const heading = (text: string): Block => ({ kind: 'heading', text });
const text = (words: string): Block => ({ kind: 'text', text: words });
const list = (...items: readonly string[]): Block => ({ kind: 'list', items });
const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({ kind: 'table', head, rows });
const code = (language: string, lines: string): Block => ({ kind: 'code', language, text: lines });
const example = (name: string, given: Example): Block => ({ kind: 'example', name, example: given });

const contact = {
  phone: '+12025550141',
  first_name: 'Ada',
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: ['vip'],
};
const contactJson = JSON.stringify(contact, null, 2);
const contactLiteral = contactJson.replace(/"(\w+)":/g, '$1:').replaceAll('"', "'");

const quickStart: Guide = {
  slug: 'quick-start',
  title: 'Quick start',
  about: 'Add a contact and send a text in five minutes.',
  blocks: (origin) => [
    text(
      'Create an API key under **Settings → API keys** with the scopes `contacts:read`, `contacts:write` and ' +
        '`messages:send`. You see its secret once. Keep it in an environment variable:',
    ),
    code('sh', 'export API_KEY=bk_live_…'),
    heading('List your contacts'),
    example('list-contacts', {
      curl: `curl '${origin}/api/v1/contacts?per_page=10' \\\n  -H "Authorization: Bearer $API_KEY"`,
      typescript: `const answer = await fetch('${origin}/api/v1/contacts?per_page=10', {
  headers: { authorization: \`Bearer \${process.env['API_KEY']}\` },
});
const { data, meta } = await answer.json();
console.log(\`\${data.length} of \${meta.total} contacts\`);`,
    }),
    heading('Download the client'),
    text(
      'The typed client is one file without dependencies, generated from the same document as these pages. Programs ' +
        'run as they are with Node 22.18 or later: `node program.ts`. It works in Deno, Bun and browsers, too.',
    ),
    example('download-client', { curl: `curl -o client.ts '${origin}/developers/client.ts'` }),
    heading('Add a contact and text them'),
    text('A contact is written whole, with `null` for what you don’t know. Adding a contact opts them in to nothing.'),
    example('first-text', {
      curl: `curl -X POST '${origin}/api/v1/contacts' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${contactJson}'

# Put the ID from the answer into CONTACT_ID.
curl -X POST '${origin}/api/v1/livechat/messages' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "contact_id": "'"$CONTACT_ID"'", "body": "Your table is ready." }'`,
      typescript: `${programStart(origin)}
const { data: contact } = await api.createContact(${contactLiteral});
const { data: message } = await api.sendMessage({ contact_id: contact.id, body: 'Your table is ready.' });
console.log(message.status);`,
    }),
    text('If it’s night where your contact lives, the text waits until morning, and its `status` is `held`.'),
    text('Next: [authentication](/developers/authentication) and [webhooks](/developers/webhooks).'),
  ],
};

const authentication: Guide = {
  slug: 'authentication',
  title: 'Authentication',
  about: 'API keys, their scopes, and what happens when a key doesn’t work.',
  blocks: (origin, api) => [
    text(
      'Send your key as a bearer token over HTTPS. Keys belong to a business and keep working when the teammate who ' +
        'made them leaves. Never put a key into a web page or an app.',
    ),
    example('authenticate', {
      curl: `curl '${origin}/api/v1/contacts/tags' -H "Authorization: Bearer $API_KEY"`,
      typescript: `${programStart(origin)}
const { data: tags } = await api.listContactTags();
console.log(tags);`,
    }),
    heading('Scopes'),
    text(
      'A key has scopes, and never more than its maker may do. Each call in the reference names the scope it needs. ' +
        'A call without it answers 403 `scope_missing` and names the `scope`.',
    ),
    table(
      ['Scope', 'Calls'],
      apiScopes
        .map((scope): [string, number] => [scope, api.calls.filter((call) => call.scope === scope).length])
        .filter(([, count]) => count > 0)
        .map(([scope, count]) => [`\`${scope}\``, String(count)]),
    ),
    heading('When a key is refused'),
    table(
      ['Status', 'Code', 'Why'],
      [
        ['401', '`unauthenticated`', 'The key is malformed or doesn’t exist.'],
        ['401', '`api_key_revoked`', 'Someone revoked it.'],
        ['401', '`api_key_expired`', 'It has expired.'],
        ['401', '`api_key_rotated`', 'It has a newer secret, and the overlap is over.'],
        ['403', '`address_not_allowed`', 'The key is limited to other IP addresses.'],
        ['403', '`not_for_api_keys`', 'The call is for people: signing in, team, payment, secrets, keys.'],
      ],
    ),
    heading('Rotation'),
    text('Rotate a key on its screen. The old secret works for 24 more hours, or as long as you choose.'),
  ],
};

const errors: Guide = {
  slug: 'errors',
  title: 'Errors',
  about: 'One shape for every failure, with codes that never change their meaning.',
  blocks: (origin) => [
    text(
      'Every failure is JSON with a `message` for people, a stable `code` for programs and a `requestId` to give to ' +
        'support. `errors` says what is wrong, by field.',
    ),
    example('field-error', {
      curl: `curl -X PUT '${origin}/api/v1/contacts/00000000-0000-4000-8000-000000000000/tags' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "tags": "vip" }'`,
      typescript: `${programStart(origin, 'ApiError, createClient')}
try {
  await api.getContact('00000000-0000-4000-8000-000000000000');
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(error.status, error.code); // 404 not_found
}`,
    }),
    text('What belongs to another business answers `not_found`: no one can tell the difference.'),
    heading('Codes'),
    table(
      ['Status', 'Code', 'What it means'],
      errorWords.map(({ status, code: name, words }) => [String(status), `\`${name}\``, words]),
    ),
    text('Try 429 and 503 again after `Retry-After` seconds, and 500 with the same `Idempotency-Key`.'),
  ],
};

const idempotency: Guide = {
  slug: 'idempotency',
  title: 'Idempotency',
  about: 'Send a command again without doing it twice.',
  blocks: (origin) => [
    text(
      'Send an `Idempotency-Key` of up to 200 characters with every call that changes something. A repeat within 24 ' +
        'hours gets the first answer with `Idempotency-Replayed: true`, and nothing happens twice.',
    ),
    example('send-once', {
      curl: `curl -X POST '${origin}/api/v1/livechat/messages' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1042-ready" \\
  -d '{ "contact_id": "'"$CONTACT_ID"'", "body": "Order 1042 is ready." }'`,
      typescript: `${programStart(origin)}
const text = { contact_id: process.env['CONTACT_ID']!, body: 'Order 1043 is ready.' };
const once = { idempotencyKey: 'order-1043-ready' };
const first = await api.sendMessage(text, once);
const again = await api.sendMessage(text, once);
console.log(first.data.id === again.data.id); // true`,
    }),
    text('The client makes a key for each call, so its own retries are safe.'),
    table(
      ['Status', 'Code', 'Why'],
      [
        ['422', '`idempotency_key_reused`', 'The key came with another body before.'],
        ['409', '`request_in_progress`', 'The first request is still running. Try again.'],
      ],
    ),
  ],
};

const pagination: Guide = {
  slug: 'pagination',
  title: 'Pagination',
  about: 'Read long lists page by page.',
  blocks: (origin) => [
    text(
      'Lists take `page` (from 1) and `per_page` (up to 100) and answer `data` with `meta`: `total`, `page`, `per_page`.',
    ),
    example('pages', {
      curl: `curl '${origin}/api/v1/contacts?page=2&per_page=50' -H "Authorization: Bearer $API_KEY"`,
      typescript: `${programStart(origin, 'createClient, eachRow')}
let count = 0;
for await (const contact of eachRow((page) => api.listContacts(page))) {
  count += contact.id === '' ? 0 : 1;
}
console.log(\`\${count} contacts\`);`,
    }),
    text(
      'Contacts also have cursors: pass `meta.next` as `cursor`. Pages by cursor skip and repeat nothing while the ' +
        'list changes. Lists that grow at one end, such as a timeline, take `before` or `after` instead.',
    ),
  ],
};

const rateLimits: Guide = {
  slug: 'rate-limits',
  title: 'Rate limits',
  about: '600 calls a minute for each key, and 120 that send.',
  blocks: (origin) => [
    text('Every answer says what is left, as the IETF draft for rate limit headers describes it:'),
    example('limits', {
      curl: `curl -s -o /dev/null -D - '${origin}/api/v1/contacts' -H "Authorization: Bearer $API_KEY" | grep -i ratelimit`,
      typescript: `const answer = await fetch('${origin}/api/v1/contacts', {
  headers: { authorization: \`Bearer \${process.env['API_KEY']}\` },
});
console.log(answer.headers.get('ratelimit'));`,
    }),
    code('http', 'RateLimit-Policy: "default";q=600;w=60\nRateLimit: "default";r=598;t=42'),
    text('`r` is what is left, `t` the seconds until it starts over. Above it: 429 `rate_limited` with `Retry-After`.'),
  ],
};

/** Node alone, so that nothing has to be installed. */
const receiver = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env['WEBHOOK_SECRET']!.replace('whsec_', ''), 'base64');

createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();

  const id = request.headers['webhook-id'];
  const timestamp = request.headers['webhook-timestamp'];
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isSigned = String(request.headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  if (!isSigned || !isFresh) return response.writeHead(400).end();

  const event = JSON.parse(body);
  console.log(id, event.type); // Do each ID once.
  response.writeHead(204).end();
}).listen(Number(process.env['PORT'] ?? 8080), process.env['HOST'] ?? 'localhost');`;

const webhooks: Guide = {
  slug: 'webhooks',
  title: 'Webhooks',
  about: 'Get events sent to your program, signed.',
  blocks: (origin) => [
    text(
      'Create an endpoint under **Settings → Webhooks**, choose event types, and keep the signing secret that is shown ' +
        'once. Requests follow [Standard Webhooks](https://www.standardwebhooks.com): use one of its libraries, or these lines.',
    ),
    heading('Receive and verify'),
    example('receive-webhooks', { typescript: receiver }),
    list(
      '`webhook-id` is the same however often an event is sent. Keep it, and do each event once.',
      'Answer with 200 to 299 within 15 seconds. Redirects are not followed.',
      'Events of one contact arrive in order. Other contacts don’t wait.',
      'A failed delivery is tried ten times over about 75 hours. `Retry-After` is respected.',
      '410, or five days without a success, turns the endpoint off. Nothing is lost: it goes on where it stopped.',
    ),
    heading('Poll'),
    text('Without a public address, ask for the same events. Pass `meta.next_cursor` as `cursor` to go on.'),
    example('webhook-types', {
      curl: `curl '${origin}/api/v1/webhook-event-types' -H "Authorization: Bearer $API_KEY"`,
      typescript: `${programStart(origin)}
const { data: types } = await api.listWebhookEventTypes();
console.log(types.map(({ type }) => type));`,
    }),
    heading('Event types'),
    text(`Payload version \`${latestPayloadVersion}\`. An endpoint keeps its version until you choose a later one.`),
    ...publishedNames.flatMap((name): Block[] => {
      const { summary, schema } = publicationNamed(name)!;
      const data = z.toJSONSchema(schema(latestPayloadVersion), { io: 'output', unrepresentable: 'any' });
      return [{ kind: 'heading', text: name }, text(summary), code('ts', `type Data = ${typeOf(data as JsonSchema)};`)];
    }),
  ],
};

const assistants: Guide = {
  slug: 'assistants',
  title: 'Assistants (MCP)',
  about: 'Let an AI assistant look things up and draft. It can’t send.',
  blocks: (origin) => [
    text(
      `The Model Context Protocol server is at \`${origin}/mcp\` (streamable HTTP). It signs in with an API key and can do ` +
        'no more than the key’s scopes. It reads and drafts: a person sends or publishes on the screen.',
    ),
    code(
      'json',
      JSON.stringify(
        { mcpServers: { marketing: { url: `${origin}/mcp`, headers: { Authorization: 'Bearer bk_live_…' } } } },
        null,
        2,
      ),
    ),
    heading('List its tools'),
    example('mcp-tools', {
      curl: `curl -X POST '${origin}/mcp' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }'`,
    }),
    text(
      'Scopes for everything it can do: `contacts:read`, `messages:read`, `reports:read`, `campaigns:read`, ' +
        '`broadcasts:read`, `broadcasts:write`, `automations:read`, `automations:write`.',
    ),
  ],
};

export const guides: readonly Guide[] = [
  quickStart,
  authentication,
  errors,
  idempotency,
  pagination,
  rateLimits,
  webhooks,
  assistants,
];
