import { z } from 'zod';
import * as contract from '../../contract/index.ts';

/** JSON Schema of draft 2020-12, which is OpenAPI 3.1's own dialect. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const place = '#/components/schemas/';
const safeInteger = Number.MAX_SAFE_INTEGER;

/** What only says how zod checks is left out: bounds of every integer, patterns of what a format names already. */
function tidy(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (schema['maximum'] === safeInteger) delete schema['maximum'];
  if (schema['minimum'] === -safeInteger) delete schema['minimum'];
  if (schema['format'] !== undefined) delete schema['pattern'];
  // An answer may gain a field: nobody should refuse it for that.
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

function refsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) refsIn(one, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      if (key === '$ref' && typeof one === 'string') found.add(one.slice(place.length));
      else refsIn(one, found);
  return found;
}

function withRefs(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withRefs(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string' ? place + rename(one.slice(place.length)) : withRefs(one, rename),
    ]),
  );
}

/** Every schema that the contract exports is known by that name. */
const names = new Map<z.ZodType, string>();
for (const [name, value] of Object.entries(contract))
  if (value instanceof z.ZodType && !names.has(value)) names.set(value, name);

function convert(schemas: readonly z.ZodType[], io: 'input' | 'output'): ReadonlyMap<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  for (const schema of schemas) if (!names.has(schema)) registry.add(schema, { id: `.${schemas.indexOf(schema)}` });
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => place + id,
    override: ({ jsonSchema }) => tidy(jsonSchema, io),
  });
  return new Map(
    Object.entries(converted).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** The names that some schemas lead to, by any number of steps. */
function reachable(from: readonly unknown[], all: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...from];
  while (open.length > 0)
    for (const name of refsIn(open.pop()))
      if (!seen.has(name)) {
        seen.add(name);
        open.push(all.get(name));
      }
  return seen;
}

export interface SchemaBook {
  /** What a body may hold, or an answer holds: a reference where the contract has a name for it. */
  input(schema: z.ZodType): JsonSchema;
  /** What stands in a path or a query: one schema for each parameter, never a reference to all of them. */
  parameters(schema: z.ZodType): {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
  output(schema: z.ZodType): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * The JSON Schemas of what calls take and answer. Where the two sides of one name differ (a default that a request may
 * leave out and an answer always has) the request's is called `<name>Input`.
 */
export function schemaBook({
  bodies,
  parameters,
  answers,
}: {
  readonly bodies: readonly z.ZodType[];
  readonly parameters: readonly z.ZodType[];
  readonly answers: readonly z.ZodType[];
}): SchemaBook {
  const taken = [...bodies, ...parameters];
  const sides = { input: convert(taken, 'input'), output: convert(answers, 'output') };
  const schemas = { input: taken, output: answers };
  const whole = (schema: z.ZodType): JsonSchema => sides.input.get(names.get(schema) ?? `.${taken.indexOf(schema)}`)!;
  const raw = (side: 'input' | 'output', schema: z.ZodType): JsonSchema => {
    const name = names.get(schema);
    return name === undefined ? sides[side].get(`.${schemas[side].indexOf(schema)}`)! : { $ref: place + name };
  };
  const used = {
    input: reachable([...bodies.map((schema) => raw('input', schema)), ...parameters.map(whole)], sides.input),
    output: reachable(
      answers.map((schema) => raw('output', schema)),
      sides.output,
    ),
  };
  const same = (name: string): boolean =>
    JSON.stringify(sides.input.get(name)) === JSON.stringify(sides.output.get(name));
  // A schema differs when it does itself or one that it leads to does.
  const differs = (name: string): boolean =>
    !same(name) || [...reachable([sides.input.get(name)], sides.input)].some((inner) => !same(inner));
  const inputName = (name: string): string => (used.output.has(name) && differs(name) ? `${name}Input` : name);

  const components: Record<string, JsonSchema> = {};
  for (const name of used.output) components[name] = sides.output.get(name)!;
  for (const name of used.input) components[inputName(name)] = withRefs(sides.input.get(name), inputName) as JsonSchema;
  return {
    input: (schema) => withRefs(raw('input', schema), inputName) as JsonSchema,
    parameters: (schema) => ({ properties: {}, required: [], ...(withRefs(whole(schema), inputName) as object) }),
    output: (schema) => raw('output', schema),
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
