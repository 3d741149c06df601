import type { z } from 'zod';

/** What a client may send back of what it was told, and which is never changed by it. */
const echoed = ['id', 'created_at'];

/** The names that a schema of an object knows, through defaults, refinements, pipes and unions; null: it is no object. */
function namesOf(schema: z.ZodType): ReadonlySet<string> | null {
  const { def } = schema as unknown as {
    readonly def: {
      readonly type: string;
      readonly shape?: object;
      readonly catchall?: z.ZodType;
      readonly innerType?: z.ZodType;
      readonly in?: z.ZodType;
      readonly out?: z.ZodType;
      readonly options?: readonly z.ZodType[];
    };
  };
  switch (def.type) {
    case 'object':
      return def.catchall === undefined || def.catchall.type === 'never' ? new Set(Object.keys(def.shape ?? {})) : null;
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
    case 'readonly':
      return namesOf(def.innerType!);
    case 'pipe':
      // What is read first says what may be sent; a preprocessing step says nothing of it.
      return namesOf(def.in!) ?? namesOf(def.out!);
    case 'union': {
      const names = def.options!.map(namesOf);
      return names.includes(null) ? null : new Set(names.flatMap((one) => [...one!]));
    }
    default:
      return null;
  }
}

/**
 * Finds the fields of a body that its call does not take: they would be forgotten while the answer says success. Returns a
 * function that names them, in the order in which they were sent.
 */
export function unknownFields(schema: z.ZodType): (body: unknown) => readonly string[] {
  const names = namesOf(schema);
  if (names === null) return () => [];
  return (body) =>
    typeof body === 'object' && body !== null && !Array.isArray(body) ?
      Object.keys(body).filter((name) => !names.has(name) && !echoed.includes(name))
    : [];
}
