import { z } from 'zod';

/**
 * What a list can be asked for. The query that answers it, the call that takes it and the screen that shows it read
 * it here, so that none of them offers what another refuses. Everything is named as in the address:
 * `?sort_by=created_at&status=archived`.
 */
export interface ListShape {
  /** What the list sorts by. Every list takes `id`, the order in which its rows were made (specification, section 9). */
  readonly sort: readonly ['id', ...string[]];
  /** Each takes what stands in the address and gives what the query works with. */
  readonly filters: Readonly<Record<string, z.ZodType>>;
}
export const list = <const Sort extends readonly string[], Filters extends ListShape['filters']>(shape: {
  readonly sort: Sort;
  readonly filters: Filters;
}) => ({ ...shape, sort: ['id', ...shape.sort] as const });

export type SortOf<Shape extends ListShape> = Shape['sort'][number];

/** A list as it is asked of the read models. `sortBy` null: nobody said. Pages begin at 1. */
export type ListQuery<Shape extends ListShape> = {
  readonly page: number;
  readonly perPage: number;
  readonly search: string | null;
  readonly sortBy: SortOf<Shape> | null;
  readonly sortDesc: boolean;
} & { readonly [Name in keyof Shape['filters']]: Readonly<z.output<Shape['filters'][Name]>> };

/** A list as it is asked for by somebody who says only this. Rows a page: 10 (specification, section 9). */
export const asked = <Shape extends ListShape>(shape: Shape, said: Partial<ListQuery<Shape>> = {}): ListQuery<Shape> =>
  ({
    page: 1,
    perPage: 10,
    search: null,
    sortBy: null,
    sortDesc: false,
    ...Object.fromEntries(Object.entries(shape.filters).map(([name, filter]) => [name, filter.parse(undefined)])),
    ...said,
  }) as ListQuery<Shape>;

/** One of these words; left out or empty: null. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, error?: string) =>
  z
    .union([z.enum(words), z.literal('')], error === undefined ? {} : { error })
    .optional()
    .transform((word) => (word === undefined || word === '' ? null : (word as Words[number])));

/** A status of the list's rows; left out or empty: null. */
export const status = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  oneOf(words, 'This status does not exist.');

/** Any of several words: `a,b`, or the parameter several times. */
export const anyOf = z
  .union([z.string().max(1000), z.array(z.string().max(100)).max(50)])
  .optional()
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : (value ?? []))
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );

/** These rows alone, such as those that something else names: as `anyOf`, ids. Nothing said: all. */
export const anyId = anyOf.pipe(z.array(z.uuid('This is no id.')).max(50));

/** Whether this is a day of the calendar, `2026-11-21`, not before 2000. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day && day >= '2000';
}

/** Days of the business's zone, both included: `2026-11-01,2026-11-21`; left out or empty: null. */
export const days = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2})?$/, 'Give two days: 2026-11-01,2026-11-21.')
  .refine(
    (given) => {
      const [from, to] = given.split(',');
      return given === '' || (isDay(from!) && isDay(to!) && from! <= to!);
    },
    { error: 'The period must be of real days, the first one first.' },
  )
  .optional()
  .transform((given) => {
    const [from, to] = (given ?? '').split(',');
    return from && to ? { from, to } : null;
  });

const instant = z.iso.datetime();
/** From an instant until before another: `2026-11-21T12:00:00Z,2026-11-21T12:05:00Z`; left out or empty: null. */
export const instants = z
  .string()
  .refine(
    (given) => {
      const ends = given.split(',');
      return (
        given === '' ||
        (ends.length === 2 &&
          ends.every((one) => instant.safeParse(one).success && one >= '2000' && one < '3') &&
          Date.parse(ends[0]!) < Date.parse(ends[1]!))
      );
    },
    { error: 'Give two instants, the first one first: 2026-11-21T12:00:00Z,2026-11-21T12:05:00Z.' },
  )
  .meta({ examples: ['2026-11-21T12:00:00Z,2026-11-21T12:05:00Z'] })
  .optional()
  .transform((given) => {
    const [from, until] = (given ?? '').split(',');
    return from && until ? { from: new Date(from).toISOString(), until: new Date(until).toISOString() } : null;
  });

/** Yes or no, `1` or `0`, `true` or `false`; left out: null. */
export const yesOrNo = z
  .enum(['0', '1', 'true', 'false'])
  .optional()
  .transform((value) => (value === undefined ? null : value === '1' || value === 'true'));
