/* eslint-disable max-len -- Stripe's own words are one line */
import { StripeError } from './errors.ts';
import type { FormFields, FormValue } from './form.ts';

/** One parameter of a call: how it is read, and what it is made of. */
export interface Field<T> {
  read(value: FormValue, at: string): T;
  readonly isRequired?: boolean;
  readonly fields?: Readonly<Record<string, Field<unknown>>>;
  readonly item?: Field<unknown>;
}
type Fields = Readonly<Record<string, Field<unknown>>>;
type Required<F extends Fields> = { [K in keyof F]: F[K] extends { isRequired: true } ? K : never }[keyof F];
export type Read<F extends Fields> = { readonly [K in Required<F>]: Out<F[K]> } & {
  readonly [K in Exclude<keyof F, Required<F>>]?: Out<F[K]>;
};
type Out<F> = F extends Field<infer T> ? T : never;

const early = (message: string, param: string, code?: string) =>
  new StripeError(400, message, { param, isEarly: true, ...(code === undefined ? {} : { code }) });
const kept = (at: string) =>
  early(
    `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
    at,
    'parameter_invalid_empty',
  );
const text = (value: FormValue, at: string): string => {
  if (typeof value !== 'string') throw early(`Invalid string: ${JSON.stringify(value)}`, at);
  return value;
};

export const str = (max = 5_000): Field<string> => ({
  read(value, at) {
    const said = text(value, at);
    if (said === '') throw kept(at);
    if (said.length > max)
      throw early(`Invalid string: ${said.slice(0, 10)}...${said.slice(-10)}; must be at most ${max} characters`, at);
    return said;
  },
});
const whole = (value: FormValue, at: string): number => {
  const said = text(value, at);
  if (said === '') throw kept(at);
  if (!/^-?\d{1,15}$/.test(said)) throw early(`Invalid integer: ${said}`, at, 'parameter_invalid_integer');
  return Number(said);
};
export const int = (least = -999_999_999_999): Field<number> => ({
  read(value, at) {
    const number = whole(value, at);
    if (number < least)
      throw early(
        least === 0 || least === 1 ?
          `This value must be greater than or equal to ${least}.`
        : `Invalid integer: ${number}`,
        at,
        'parameter_invalid_integer',
      );
    return number;
  },
});
export const percent = (): Field<number> => ({
  read(value, at) {
    const said = text(value, at);
    if (!/^\d{1,3}(\.\d{1,4})?$/.test(said) || Number(said) <= 0 || Number(said) > 100)
      throw early(`Invalid decimal: ${said}; must be greater than 0 and at most 100`, at);
    return Number(said);
  },
});
export const bool = (): Field<boolean> => ({
  read(value, at) {
    const said = text(value, at);
    if (said !== 'true' && said !== 'false') throw early(`Invalid boolean: ${said}`, at);
    return said === 'true';
  },
});
export const oneOf = <const T extends string>(...names: readonly T[]): Field<T> => ({
  read(value, at) {
    const said = text(value, at);
    const found = names.find((name) => name === said);
    if (found === undefined)
      throw early(
        `Invalid ${at}: must be ${names.length === 1 ? names[0] : `one of ${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`}`,
        at,
      );
    return found;
  },
});
/** An instant in seconds, or the word `now` where Stripe takes it. */
export const instant = (): Field<number> => ({
  read(value, at) {
    const said = text(value, at);
    if (!/^\d{1,11}$/.test(said)) throw early('Invalid timestamp: must be an integer Unix timestamp', at);
    return Number(said);
  },
});
export const instantOrNow = (): Field<number | 'now'> => ({
  read: (value, at) => (value === 'now' ? 'now' : instant().read(value, at)),
});
/** An empty text unsets it: null. */
export const emptyable = <T>(field: Field<T>): Field<T | null> => ({
  ...(field.fields === undefined ? {} : { fields: field.fields }),
  ...(field.item === undefined ? {} : { item: field.item }),
  read: (value, at) => (value === '' ? null : field.read(value, at)),
});
export const list = <T>(item: Field<T>): Field<readonly T[]> => ({
  item: item as Field<unknown>,
  read(value, at) {
    if (!Array.isArray(value)) throw early('Invalid array', at);
    return (value as readonly FormValue[]).map((one, index) => item.read(one, `${at}[${index}]`));
  },
});
export const obj = <const F extends Fields>(fields: F): Field<Read<F>> => ({
  fields,
  read(value, at) {
    if (typeof value !== 'object' || Array.isArray(value)) throw early('Invalid object', at);
    return readParams(fields, value as FormFields, at);
  },
});
/** A range as lists filter by: `created[gte]=…`, or one instant. */
export const range = (): Field<{
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}> => {
  const bounds = { gt: instant(), gte: instant(), lt: instant(), lte: instant() };
  return {
    fields: bounds,
    read(value, at) {
      if (typeof value === 'string') {
        const exact = instant().read(value, at);
        return { gte: exact, lte: exact };
      }
      return readParams(bounds, value as FormFields, at);
    },
  };
};
/** Keys to set, and with an empty text to unset; an empty text for all unsets all. */
export const metadata = (): Field<Readonly<Record<string, string>> | null> => ({
  read(value, at) {
    if (value === '') return null;
    if (typeof value !== 'object' || Array.isArray(value)) throw early('Invalid object', at);
    const entries = Object.entries(value as FormFields);
    if (entries.length > 50) throw early('Metadata can have up to 50 keys.', at);
    for (const [key, said] of entries) {
      if (key.length > 40) throw early(`Metadata keys can have up to 40 characters, '${key}' has ${key.length}.`, at);
      if (typeof said !== 'string') throw early(`Invalid value type: metadata values must be strings`, `${at}[${key}]`);
      if (said.length > 500)
        throw early(
          `Metadata values can have up to 500 characters, but you passed in a value of length ${said.length}`,
          `${at}[${key}]`,
        );
    }
    return Object.fromEntries(entries) as Record<string, string>;
  },
});
export const required = <T>(field: Field<T>): Field<T> & { readonly isRequired: true } => ({
  ...field,
  isRequired: true,
});

/** What a call is given, checked: unknown and missing parameters are refused in Stripe's words. */
export function readParams<const F extends Fields>(fields: F, given: FormFields, at = ''): Read<F> {
  const name = (key: string) => (at === '' ? key : `${at}[${key}]`);
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0)
    throw early(
      `Received unknown parameter${unknown.length === 1 ? '' : 's'}: ${unknown.map(name).join(', ')}`,
      name(unknown[0]!),
      'parameter_unknown',
    );
  const read: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = given[key];
    if (value === undefined) {
      if (field.isRequired === true)
        throw early(`Missing required param: ${name(key)}.`, name(key), 'parameter_missing');
      continue;
    }
    read[key] = field.read(value, name(key));
  }
  return read as Read<F>;
}

/** The names of all parameters, such as `items[][price]`. */
export const parameterNames = (fields: Fields, at = ''): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const name = at === '' ? key : `${at}[${key}]`;
    const inside = field.item ?? field;
    const where = field.item === undefined ? name : `${name}[]`;
    return inside.fields === undefined ? [name] : parameterNames(inside.fields, where);
  });
