import { z } from 'zod';

/** A name as the API has it: `campaignId` → `campaign_id`. */
export type UnderscoredName<Name extends string> =
  Name extends `${infer First}${infer Rest}` ?
    First extends Lowercase<First> ?
      `${First}${UnderscoredName<Rest>}`
    : `_${Lowercase<First>}${UnderscoredName<Rest>}`
  : Name;
/** The same with the names of its fields as the API has them, however deep. */
export type Underscored<T> =
  T extends readonly (infer Item)[] ? Underscored<Item>[]
  : T extends object ? { [Name in keyof T as Name extends string ? UnderscoredName<Name> : Name]: Underscored<T[Name]> }
  : T;

const snake = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [rename(name), renamed(of, rename)]));
}
/** What the domain has, as the API writes it. Ids that are names of fields stay: they have no capitals and no underscores. */
export const underscored = <T>(value: T): Underscored<T> => renamed(value, snake) as Underscored<T>;
/** What the API was given, as the domain has it. No field of the domain has an underscore in its name. */
export const fromUnderscored = <T>(value: Underscored<T>): T => renamed(value, camel) as T;
/** A place in it: `until.event.campaignId` → `until.event.campaign_id`. */
export const underscoredPath = snake;

type Schema = z.core.$ZodType;
/** A schema of the domain with the names of its fields as the API has them: objects, lists, records and choices of them. */
export const underscoredSchema = <S extends z.ZodType>(
  schema: S,
): z.ZodType<Underscored<z.output<S>>, Underscored<z.input<S>>> =>
  walk(schema) as z.ZodType<Underscored<z.output<S>>, Underscored<z.input<S>>>;

function walk(schema: Schema): Schema {
  const def = schema._zod.def as unknown as { readonly type: string } & Readonly<Record<string, unknown>>;
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def['shape'] as Record<string, Schema>);
      const walked = shape.map(([name, of]) => [snake(name), walk(of)] as const);
      const isSame = walked.every(([name, of], at) => name === shape[at]![0] && of === shape[at]![1]);
      return isSame ? schema : z.object(Object.fromEntries(walked));
    }
    case 'array':
      return again(schema, def, 'element', (element) => ({ element }));
    case 'nullable':
    case 'optional':
    case 'default':
      return again(schema, def, 'innerType', (innerType) => ({ innerType }));
    // In the document of the API, what is read only must not be sent.
    case 'readonly':
      return walk(def['innerType'] as Schema);
    case 'record':
      return again(schema, def, 'valueType', (valueType) => ({ valueType }));
    case 'union': {
      const options = def['options'] as readonly Schema[];
      const walked = options.map(walk);
      return walked.every((option, at) => option === options[at]) ? schema : remade(schema, { options: walked });
    }
    default:
      return schema;
  }
}
const again = (
  schema: Schema,
  def: Record<string, unknown>,
  part: string,
  as: (walked: Schema) => Record<string, unknown>,
): Schema => {
  const walked = walk(def[part] as Schema);
  return walked === def[part] ? schema : remade(schema, as(walked));
};
/** The same kind of schema, with the same checks, of other parts. */
const remade = (schema: Schema, parts: Record<string, unknown>): Schema => {
  const made = schema as z.ZodType;
  return made.clone({ ...made.def, ...parts } as typeof made.def);
};
