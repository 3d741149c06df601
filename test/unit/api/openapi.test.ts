import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { allCalls } from '../../../api/contract/index.ts';
import type { CallDeclaration } from '../../../api/contract/calls.ts';
import { Failure } from '../../../api/contract/common.ts';
import { openApiDocument } from '../../../api/kernel/openapi/document.ts';
import { routes } from '../../../api/routes/index.ts';
import { errorCodes } from '../../../domain/kernel/errors.ts';
import { foreignWords } from '../../support/native-words.ts';

interface Content {
  readonly 'application/json'?: { readonly schema: { readonly $ref?: string }; readonly example: unknown };
  readonly 'multipart/form-data'?: object;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name?: string; readonly schema?: object }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}
const document = openApiDocument(routes, { title: 'Beckon API', version: '1' });
const json = JSON.parse(JSON.stringify(document)) as {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { readonly content: Required<Content> }>>;
  };
};
const calls = Object.entries(allCalls as Readonly<Record<string, CallDeclaration & { method: string; path: string }>>);
const operation = ({ method, path }: { method: string; path: string }): Operation =>
  json.paths[path]![method.toLowerCase()]!;

describe('the OpenAPI document', () => {
  it('is a valid document of 3.1, in which a linter finds nothing', async () => {
    expect(json.openapi).toMatch(/^3\.1\./);
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'operation-description': 'error',
        'tag-description': 'error',
        'no-invalid-schema-examples': 'error',
        // The specification has `/agencies/edit-settings` beside `/agencies/{id}`: which is which is certain, ids are UUIDs.
        'no-ambiguous-paths': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it.each(calls)(
    '%s is described: id, summary, answer, an example that it takes and one that it answers',
    (_, call) => {
      const { operationId, summary, requestBody, responses, tags } = operation(call);
      expect({ operationId, summary }).toEqual({ operationId: call.id, summary: call.summary });
      expect(json.tags.map(({ name }) => name)).toContain(tags[0]);
      const { download } = call as { readonly download?: readonly string[] };
      if (download !== undefined) return expect(Object.keys(responses['200']!.content!)).toEqual(download);
      const answered = responses['200']!.content!['application/json']!;
      expect(call.reply.safeParse(answered.example)).toMatchObject({ success: true });
      expect(answered.schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/);
      if (call.file !== undefined) expect(requestBody!.content['multipart/form-data']).toBeDefined();
      else expect(requestBody === undefined).toBe(call.body === undefined);
      if (call.body !== undefined) {
        const taken = requestBody!.content['application/json']!;
        expect(call.body.safeParse(taken.example)).toMatchObject({ success: true });
        expect(taken.schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/);
      }
    },
  );

  it.each(calls)('%s says how it fails', (_, call) => {
    const named = Object.keys(operation(call).responses);
    const always = ['200', '400', '500', '503', ...(call.who === 'public' ? [] : ['401', '403'])];
    expect(named).toEqual(expect.arrayContaining(always));
    if (call.params !== undefined) expect(named).toContain('404');
    if (call.method !== 'GET') expect(named).toEqual(expect.arrayContaining(['409', '413', '415', '422', '429']));
  });

  it('speaks the words of a native writer, in summaries, descriptions and examples', () => {
    const texts: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (typeof value === 'string' && ['summary', 'description', 'message'].includes(key)) texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(1_000);
    expect([...new Set(texts)].filter((text) => foreignWords.test(text))).toEqual([]);
  });

  it('has an example of every failure, in the one shape of all failures', () => {
    const statuses = new Set<number>();
    for (const { content } of Object.values(json.components.responses)) {
      const failure = Failure.parse(content['application/json'].example);
      expect(Object.keys(errorCodes)).toContain(failure.code);
      statuses.add(errorCodes[failure.code as keyof typeof errorCodes]);
    }
    // 406 is for a client that accepts nothing we have; it is no call's.
    const ofNoCall: readonly number[] = [406];
    expect([...statuses].sort()).toEqual(
      [...new Set(Object.values(errorCodes))].filter((code) => !ofNoCall.includes(code)).sort(),
    );
  });

  it('knows an example for every text: a field brings its own (`.meta({ examples })` where it is declared)', () => {
    expect(new Set([...JSON.stringify(json).matchAll(/‹(\w+)›/g)].map((match) => match[1]))).toEqual(new Set());
  });

  it('names its schemas once, and says of a field what a request may leave out and an answer always has', () => {
    expect(Object.keys(json.components.schemas).length).toBeGreaterThan(80);
    const required = (name: string) => (json.components.schemas[name] as { required?: readonly string[] }).required;
    expect(json.components.schemas).toHaveProperty('SendMessage');
    expect(required('CreateAgency')).not.toContain('is_template');
    expect(required('Notification')).toContain('count');
    expect(json.components.schemas).toHaveProperty('LegalPages');
  });

  it('has the parameters of a list, and none that is there to be refused', () => {
    const names = (path: string) => json.paths[path]!['get']!.parameters.map(({ name }) => name);
    expect(names('/contacts')).toEqual(
      expect.arrayContaining(['page', 'per_page', 'search', 'sort_by', 'sort_desc', 'status', 'keywords', 'opt_out']),
    );
    expect(names('/users')).not.toContain('status');
  });
});
