import type { JsonSchema } from '../kernel/openapi/schemas.ts';

const refPlace = '#/components/schemas/';
export const nameOfRef = (schema: JsonSchema): string | null =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].slice(refPlace.length) : null;

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);
export const keyOf = (key: string): string => (isName(key) ? key : JSON.stringify(key));

/** A JSON Schema as a type of TypeScript, indented for its place. */
export function typeOf(schema: JsonSchema, indent = ''): string {
  const named = nameOfRef(schema);
  if (named !== null) return named;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return unionOf(schema['enum'].map((value) => JSON.stringify(value)));
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return unionOf(choices.map((choice) => typeOf(choice, indent)));
  const all = schema['allOf'] as readonly JsonSchema[] | undefined;
  if (all !== undefined) return all.map((part) => typeOf(part, indent)).join(' & ');
  const { type } = schema;
  if (Array.isArray(type)) return unionOf(type.map((one: string) => typeOf({ ...schema, type: one }, indent)));
  switch (type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayOf(schema, indent);
    case 'object':
      return objectOf(schema, indent);
    default:
      return 'unknown';
  }
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

function arrayOf(schema: JsonSchema, indent: string): string {
  const parts = schema['prefixItems'] as readonly JsonSchema[] | undefined;
  if (parts !== undefined) return `[${parts.map((part) => typeOf(part, indent)).join(', ')}]`;
  const item = typeOf((schema['items'] ?? {}) as JsonSchema, indent);
  return / [|&] /.test(item) ? `Array<${item}>` : `${item}[]`;
}

function objectOf(schema: JsonSchema, indent: string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const rest = schema['additionalProperties'];
  if (properties.length === 0)
    return `Record<string, ${typeof rest === 'object' && rest !== null ? typeOf(rest as JsonSchema, indent) : 'unknown'}>`;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const inner = `${indent}  `;
  const lines = properties
    .filter(([, property]) => !('not' in property))
    .map(([key, property]) => `${inner}${keyOf(key)}${required.has(key) ? '' : '?'}: ${typeOf(property, inner)};\n`);
  return `{\n${lines.join('')}${indent}}`;
}

/** The names of schemas that some lead to, by any number of steps. */
export function reachedFrom(
  starts: readonly JsonSchema[],
  schemas: Readonly<Record<string, JsonSchema>>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const name = nameOfRef(value as JsonSchema);
    if (name === null) return Object.values(value).forEach(visit);
    if (seen.has(name)) return;
    seen.add(name);
    visit(schemas[name]);
  };
  starts.forEach(visit);
  return seen;
}
