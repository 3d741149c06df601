import { z } from 'zod';

declare const mark: unique symbol;
/** A schema of what is personal. */
export type Personal<S> = S & { readonly [mark]: true };

const marked = z.registry<{ readonly of: 'a person' }>();

/**
 * Says of a field of an event that it is about a person: the codec encrypts it with that person's key, and it reads as
 * null once the key is destroyed. What is made of it (`.nullable()`, `.max(9)`, `.partial()`) is personal as well.
 */
export function personal<S extends z.ZodType>(schema: S): Personal<S> {
  const own = schema.clone();
  marked.add(own, { of: 'a person' });
  return own as Personal<S>;
}

/** From where somebody called, as their request said; null: not known. */
export const ipAddress = personal(z.string().nullable());

/** Whether a schema was said to be personal, by itself or within what may be missing or null. */
export function isPersonal(schema: z.core.$ZodType): boolean {
  if (marked.get(schema) !== undefined) return true;
  const { def } = schema._zod as { readonly def: { readonly innerType?: z.core.$ZodType } };
  return def.innerType !== undefined && isPersonal(def.innerType);
}

type IsPersonal<S> =
  S extends { readonly [mark]: true } ? true
  : S extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner> | z.ZodDefault<infer Inner> ? IsPersonal<Inner>
  : false;

/** The names of the personal fields of an object's shape. */
export type PersonalKeys<Shape> = { [F in keyof Shape]: IsPersonal<Shape[F]> extends true ? F : never }[keyof Shape] &
  string;
