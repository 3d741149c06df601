import { exampleOf } from '../kernel/openapi/examples.ts';
import { openApiDocument } from '../kernel/openapi/document.ts';
import type { JsonSchema } from '../kernel/openapi/schemas.ts';
import type { Route } from '../kernel/route.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: unknown;
}
/** A call that programs make with an API key, as the OpenAPI document describes it. */
export interface DeveloperCall {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly scope: string;
  readonly isDeprecated: boolean;
  readonly places: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: { readonly schema: JsonSchema; readonly isRequired: boolean; readonly example: unknown } | null;
  /** It takes a form with one file in place of JSON. */
  readonly takesFile: boolean;
  /** Null: it answers with a file of one of `fileTypes`. */
  readonly reply: { readonly schema: JsonSchema; readonly example: unknown } | null;
  readonly fileTypes: readonly string[];
  readonly failures: readonly string[];
}
export interface DeveloperApi {
  readonly calls: readonly DeveloperCall[];
  /** What each tag is about, in the document's order; those that have calls here. */
  readonly tags: readonly { readonly name: string; readonly about: string }[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly security: readonly { readonly apiKey?: readonly string[] }[];
  readonly parameters: readonly (Partial<Omit<Parameter, 'example'>> & { readonly $ref?: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Content>> }>>;
}

/** Read from the document and from nothing else: the pages and the client say what it says. */
export function developerApi(routes: readonly Route[]): DeveloperApi {
  const document = openApiDocument(routes, { title: 'API', version: '1' });
  const schemas = document.components.schemas;
  const resolve = (name: string) => schemas[name]!;
  const parametersOf = (operation: Operation, place: 'path' | 'query'): Parameter[] =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name = '', required = false, schema = {} }) => {
        const example = exampleOf(schema, resolve, { name, within: null });
        return { name, in: place, required, schema, example };
      });
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]): DeveloperCall[] => {
      const operation = described as Operation;
      const scope = operation.security.find(({ apiKey }) => apiKey !== undefined)?.apiKey?.[0];
      if (scope === undefined) return [];
      const body = operation.requestBody?.content['application/json'];
      const answered = operation.responses['200']!.content;
      const reply = answered['application/json'];
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase() as DeveloperCall['method'],
          path,
          tag: operation.tags[0],
          summary: operation.summary,
          scope,
          isDeprecated: operation.deprecated === true,
          places: parametersOf(operation, 'path'),
          query: parametersOf(operation, 'query'),
          body:
            body === undefined ? null : (
              { schema: body.schema, isRequired: operation.requestBody!.required, example: body.example }
            ),
          takesFile: operation.requestBody?.content['multipart/form-data'] !== undefined,
          reply: reply === undefined ? null : { schema: reply.schema, example: reply.example },
          fileTypes: reply === undefined ? Object.keys(answered) : [],
          failures: Object.keys(operation.responses).filter((status) => status !== '200'),
        },
      ];
    }),
  );
  const used = new Set(calls.map(({ tag }) => tag));
  const tags = document.tags
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, about: description }));
  return { calls, tags, schemas };
}
