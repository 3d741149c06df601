import { z } from 'zod';
import { Failure } from '../contract/common.ts';
import { EditConflict } from '../contract/common.ts';
import type { Route } from './route.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  }) as Record<string, unknown>;
  return json;
};

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** An edit of a record that several people may have open. */
const takesRevision = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && 'revision' in ((schemaOf(schema, 'input') as { properties?: object }).properties ?? {});

/** The OpenAPI 3.0 document of all calls, made from the same contracts that check them. */
export function openApiDocument(
  routes: readonly Route[],
  { title, version }: { readonly title: string; readonly version: string },
) {
  const failure = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { contract } of routes) {
    const open = contract.who === 'public';
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = {
      tags: [contract.tag],
      summary: contract.summary,
      description:
        open ? 'Needs no sign-in.'
        : contract.who === 'any' ? 'For everybody signed in.'
        : `For: ${(contract.who as readonly string[]).join(', ')}.`,
      security: open ? [] : [{ bearer: [] }],
      parameters: [
        ...parametersOf(contract.params, 'path'),
        ...parametersOf(contract.query, 'query'),
        ...(contract.method === 'GET' || open ?
          []
        : [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 200 },
              description: 'The same key gives the same answer and causes nothing twice.',
            },
          ]),
      ],
      ...(contract.file ?
        {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
              },
            },
          },
        }
      : contract.body === undefined ? {}
      : { requestBody: { content: { 'application/json': { schema: schemaOf(contract.body, 'input') } } } }),
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(contract.reply, 'output') } } },
        ...(open ? {} : { 401: failure('No token, or one that is worth nothing.'), 403: failure('The wrong role.') }),
        ...(contract.params === undefined ? {} : { 404: failure('Not there, or of another tenant.') }),
        ...(contract.body === undefined && contract.query === undefined && !contract.file ?
          {}
        : { 422: failure('Something is missing or wrong: `errors` says where.') }),
        ...(takesRevision(contract.body) ?
          {
            409: {
              description: 'Somebody else has changed it since `revision`: `changes` says what, and who.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/EditConflict' } } },
            },
          }
        : {}),
        ...(contract.file ? { 413: failure('The file is too large.'), 415: failure('No form.') } : {}),
        default: failure('Any other failure.'),
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: { title, version },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: {
        Failure: schemaOf(Failure, 'output'),
        EditConflict: schemaOf(Failure.extend(EditConflict.shape), 'output'),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
