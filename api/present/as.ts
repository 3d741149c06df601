import type { z } from 'zod';

type Camel<Name extends string> =
  Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type Read<T> = T extends readonly (infer Item)[] ? readonly Read<Item>[] : T;
/** What a view has to hold, in the code's names, for an answer in the API's names to be made of it. */
type ViewOf<Answer> = { readonly [Name in keyof Answer as Camel<Name & string>]: Read<Answer[Name]> };

/**
 * Presents views as the contract says, field by field: `first_name` is the view's `firstName`. A field that the view
 * lacks, or holds in another shape, does not compile; what the contract does not name stays here.
 */
export function as<S extends z.ZodObject>(contract: S): (view: ViewOf<z.output<S>>) => z.output<S> {
  const fields = Object.keys(contract.shape).map(
    (name) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] as const,
  );
  return (view) =>
    Object.fromEntries(
      fields.map(([name, own]) => [name, (view as Readonly<Record<string, unknown>>)[own]]),
    ) as z.output<S>;
}
