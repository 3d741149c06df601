import type { z } from 'zod';
import { MemberRole, may } from '../../../domain/team/fields.ts';
import { type Deprecation, deprecations } from '../../contract/deprecations.ts';
import { mayNeed } from '../../contract/needs.ts';
import { rightFor } from '../../contract/rights.ts';
import { neverByKey, scopeFor } from '../../contract/scopes.ts';
import { EditConflictFailure, Failure, UnpaidFailure } from '../../contract/common.ts';
import { apiBase } from '../base.ts';
import type { Route, RouteContract } from '../route.ts';
import { exampleOf } from './examples.ts';
import { failureResponses, failuresOf } from './failures.ts';
import { type JsonSchema, type SchemaBook, schemaBook } from './schemas.ts';

const tags: Readonly<Record<string, string>> = {
  Session: 'Signing in and out, and acting as someone else.',
  Account: 'Passwords, and the links in emails.',
  Security: 'Second factors, recovery codes, and the second step of a sign-in.',
  Profile: 'The signed-in user and their settings.',
  'API keys': 'What programs of a business sign in with: scopes, rotation, use.',
  Webhooks: 'Events of a business, sent to a program’s address or asked for by it.',
  Integrations: 'Accounts of other services: GoToWebinar, Facebook lead ads, Stripe.',
  Users: 'The people who sign in.',
  Team: 'The people of a business and what each may do.',
  Agencies: 'Agencies: operators look after them, and they after themselves.',
  Businesses: 'Businesses: operators and agencies look after them, and they after themselves.',
  'White label': 'Brands and the domains that they appear on.',
  Providers: 'Accounts of carriers and email providers.',
  Plans: 'What the operator sells to agencies and businesses, and what a caller can buy.',
  Orders: 'The pages where new agencies and businesses choose, pay and get an account.',
  Registrations: 'May this number text: its verification, and the operator’s desk.',
  Rates: 'What usage costs: the platform’s price list, and those of agencies for their businesses.',
  Subscriptions: 'What agencies and businesses subscribe to, and how they stand.',
  Statements: 'Usage and cost of a month.',
  Bills: 'What an agency’s businesses owe it for closed months, and the emails that told them.',
  'Payment methods': 'The cards that agencies and businesses pay with.',
  Wallets: 'What agencies and businesses have paid in for texts, and what became of it.',
  'Billing history': 'What agencies and businesses were charged: invoices, payments into the wallet, refunds.',
  System: 'How an installation runs, for its operators.',
  Numbers: 'The numbers that businesses text from.',
  Registration: 'Registering a business with the carriers, so that its texts are let through.',
  Activity: 'Who did what.',
  'Coupons and redemption': 'Coupons that people hold, and the tills that take them.',
  Campaigns: 'Campaigns: keyword, offer, who is told of a new member. Coupons are the same under another name.',
  Pages: 'What the public sees of a campaign: draft, versions, what is live.',
  Keywords: 'What people text, and which campaign answers.',
  'Live chat': 'Conversations and their messages.',
  Notifications: 'In-app and push notifications.',
  Contacts: 'Contacts and their consent.',
  Exports: 'Lists as files to take along.',
  Broadcasts: 'What goes out to many: drafts, audiences, sending, and what became of it.',
  Automations: 'What happens after an opt-in, a redemption, a birthday: drawn, published, and seen contact by contact.',
  'Email templates': 'Designed emails: kept to be used again, looked at, tested.',
  'Public pages': 'What visitors see and send, without signing in.',
  Loops: 'Loops and votes: points, rewards, referrals, the leaderboard, and what was voted for.',
  Dashboard: 'Figures of a business.',
  Reports: 'What went through the platform, and which businesses to look after.',
  Uploads: 'Pictures to send.',
  Help: 'How agencies reach the operator, and what is new in the product.',
};

const description = `Every call takes and answers JSON; uploads are forms with one file.

Sign in with \`POST /login\` and send the token as \`Authorization: Bearer …\`. A command with an \`Idempotency-Key\` happens
once, however often it is sent. Every failure has the same shape: \`message\` is for people, \`code\` never changes its
meaning, \`requestId\` finds the log lines. Answers may gain fields; none goes or changes its meaning within /api/v1.`;

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  description:
    'The same key gives the same answer and causes nothing twice. Kept for 24 hours. With another body: 422; while the first is in progress: 409.',
};

interface Parts {
  readonly book: SchemaBook;
  readonly resolve: (name: string) => JsonSchema;
}

/** Places of the path and parameters of the query: one for each property, but those that are there to be refused. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', { book }: Parts) {
  if (schema === undefined) return [];
  const { properties, required } = book.parameters(schema);
  return Object.entries(properties)
    .filter(([, property]) => !('not' in property))
    .map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
}

function requestBodyOf({ body, file, example }: RouteContract, { book, resolve }: Parts) {
  if (file !== undefined)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: {
              file: {
                type: 'string',
                contentMediaType: 'application/octet-stream',
                description: `At most ${file.maxBytes / 1024 ** 2} MB.`,
              },
            },
          },
        },
      },
    };
  if (body === undefined) return undefined;
  const schema = book.input(body);
  return {
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema, example: example ?? exampleOf(schema, resolve) } },
  };
}

/** An edit of a record that several people may have open. */
const edits = ({ body }: RouteContract): boolean =>
  body !== undefined && 'shape' in body && 'revision' in (body.shape as object);

/** Which members of a business may make a call, where not all may. */
function membersOf(call: string): string {
  const right = rightFor(call);
  const roles = right === null ? [] : MemberRole.options.filter((role) => may(role, right));
  return right === null || roles.length === MemberRole.options.length ? '' : ` Team roles: ${roles.join(', ')}.`;
}

/** Which scope a call needs of an API key, or that it takes none. */
function byKey(call: string) {
  const scope = scopeFor(call);
  if (scope === null) return { words: ' Not with an API key.', scope: null };
  return typeof scope === 'string' ?
      { words: ` API keys need the scope \`${scope}\`.`, scope }
    : { words: ` Not with an API key: ${neverByKey[scope.never].toLowerCase()}`, scope: null };
}

function operationOf(contract: RouteContract, parts: Parts, goes: Deprecation | undefined) {
  const { id, tag, summary, who, method, path, params, query, reply, download } = contract;
  const open = who === 'public';
  const schema = parts.book.output(reply);
  const requestBody = requestBodyOf(contract, parts);
  const key = byKey(`${method} ${path}`);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(goes === undefined ? {} : { deprecated: true }),
    description:
      (open ? 'Needs no sign-in.' : (
        `${who === 'any' ? 'For everyone signed in.' : `For: ${who.join(', ')}.`}${membersOf(`${method} ${path}`)}${key.words}`
      )) + (goes === undefined ? '' : ` Deprecated: use \`${goes.use}\`. Works until ${goes.sunset}.`),
    security: open ? [] : [{ bearer: [] }, ...(key.scope === null ? [] : [{ apiKey: [key.scope] }])],
    parameters: [
      ...parametersOf(params, 'path', parts),
      ...parametersOf(query, 'query', parts),
      ...(method === 'GET' || open ? [] : [{ $ref: '#/components/parameters/Idempotency-Key' }]),
    ],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      200: {
        description: 'Done.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
        content:
          download === undefined ?
            { 'application/json': { schema, example: exampleOf(schema, parts.resolve) } }
          : Object.fromEntries(download.map((type) => [type, {}])),
      },
      ...failuresOf(contract, { edits: edits(contract), isLimited: mayNeed(`${method} ${path}`) }),
    },
  };
}

/** The OpenAPI 3.1 document of all calls, made from the same contract that checks them. */
export function openApiDocument(
  routes: readonly Route[],
  { title, version }: { readonly title: string; readonly version: string },
  going: Readonly<Partial<Record<string, Deprecation>>> = deprecations,
) {
  const contracts = routes.map(({ contract }) => contract);
  const given = (...schemas: readonly (z.ZodType | undefined)[]) => schemas.filter((schema) => schema !== undefined);
  const book = schemaBook({
    bodies: contracts.flatMap(({ body }) => given(body)),
    parameters: contracts.flatMap(({ params, query }) => given(params, query)),
    answers: [...contracts.map(({ reply }) => reply), Failure, EditConflictFailure, UnpaidFailure],
  });
  const parts: Parts = { book, resolve: (name) => book.components[name]! };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of contracts)
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = operationOf(
      contract,
      parts,
      going[`${contract.method} ${contract.path}`],
    );
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: apiBase }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      schemas: book.components,
      responses: failureResponses,
      parameters: { 'Idempotency-Key': idempotencyKey },
      headers: {
        'X-Request-Id': { description: 'Finds the log lines of this request.', schema: { type: 'string' } },
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /login`.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'bk_live_…',
          description: 'An API key of a business, for programs. The scope that a call needs stands with it.',
        },
      },
    },
  };
}
