import { z } from 'zod';
import type { EventDefinition } from '../../../../domain/kernel/event.ts';

/**
 * A value that fits a schema, made from its JSON Schema: enough for the schemas of events (objects of strings, numbers,
 * choices and lists).
 */
export const sampleOf = ({ schema }: EventDefinition): Record<string, unknown> => sampleOfSchema(schema);

export function sampleOfSchema(schema: z.ZodType): Record<string, unknown> {
  const value = make(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, '');
  schema.parse(value);
  return value as Record<string, unknown>;
}

interface Json {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly prefixItems?: readonly Json[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly examples?: readonly unknown[];
}

/** Strings that patterns in the schemas of events ask for. */
const strings = [
  '2026-11',
  '02-29',
  'text',
  '+14155550123',
  'PIZZA',
  'sample-name',
  '42',
  'https://example.test/a.png',
  '123456789',
  'MIXED',
  'profile',
  'image/png',
  '#aabbcc',
  '12:30',
  '2026-01-31',
  '2026-01-01',
  '0123456789abcdef'.repeat(4),
  'US',
  'USD',
  ',',
];

function make(schema: Json, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  // Of "something or null" the something: an empty recording would show nothing.
  if (choices !== undefined) return make(choices.find((choice) => choice.type !== 'null') ?? choices[0]!, name);
  if (schema.allOf !== undefined) return make(Object.assign({}, ...schema.allOf) as Json, name);
  switch (typeof schema.type === 'object' ? schema.type.find((type) => type !== 'null') : schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([field, of]) => [field, make(of, field)]));
    case 'array':
      // What hangs together, as the legs of a posting do, is given whole.
      if (schema.examples !== undefined) return schema.examples[0];
      return (
        schema.prefixItems ?? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => schema.items ?? {})
      ).map((item) => make(item, name));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(schema, name);
  }
}

function text({ format, pattern, minLength = 0 }: Json, name: string): string {
  if (format === 'uuid')
    return `00000000-0000-4000-8000-${Buffer.from(name.padEnd(6, '-')).toString('hex').slice(0, 12)}`;
  if (format === 'email') return 'ada@example.test';
  if (format === 'date-time') return '2026-01-31T12:00:00.000Z';
  if (format === 'uri') return 'https://example.test/a.png';
  const fitting = pattern === undefined ? [name, ...strings] : strings;
  const found = fitting.find(
    (candidate) => candidate.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(candidate)),
  );
  if (found === undefined)
    throw new Error(
      `No sample fits the pattern ${pattern} of ${name}: add one to test/contract/event-store/support/samples.ts.`,
    );
  return found;
}
