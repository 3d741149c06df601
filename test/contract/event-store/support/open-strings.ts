import { z } from 'zod';
import type { EventDefinition } from '../../../../domain/kernel/event.ts';

type Json = Readonly<Record<string, unknown>>;

/** The schema of an event's data as JSON Schema. */
export const jsonSchemaOf = ({ schema }: EventDefinition): Json => z.toJSONSchema(schema, { unrepresentable: 'any' });

/** Fields of an event that are not personal, and into which people could write something: no id, instant, choice, position or digest. */
export function openStrings(definition: EventDefinition): readonly string[] {
  const { properties } = jsonSchemaOf(definition);
  return Object.entries(properties as Json)
    .filter(([field, schema]) => !definition.personal.includes(field) && isOpen(schema as Json | boolean))
    .map(([field]) => `${definition.type}.${field}`);
}

const closed = [/^\^\\d\+\$$/u, /^\^\[0-9a-f\]\{64\}\$$/u];

function isOpen(schema: Json | boolean): boolean {
  if (typeof schema === 'boolean') return schema;
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return false;
  const either = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((some) => (some ?? []) as Json[]);
  if (either.length > 0) return either.some(isOpen);
  switch (schema['type']) {
    case 'string':
      return !(
        ['uuid', 'date-time'].includes(schema['format'] as string) ||
        closed.some((pattern) => pattern.test(String(schema['pattern'])))
      );
    case 'array':
      return isOpen(schema['items'] as Json);
    case 'object':
      return [
        ...Object.values((schema['properties'] ?? {}) as Json),
        schema['additionalProperties'] ?? false,
        schema['propertyNames'] ?? false,
      ].some((part) => isOpen(part as Json | boolean));
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return false;
    default:
      return true;
  }
}
