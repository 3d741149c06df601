import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { type Fields, initialOf, readSection, sectionSchema, type ValuesOf } from './field.ts';
import { coupon } from './kinds/coupon.ts';
import { landing } from './kinds/landing.ts';
import { loop } from './kinds/loop.ts';
import { popup } from './kinds/popup.ts';
import { vote } from './kinds/vote.ts';

/**
 * The model of everything that the public sees: landing, vote and loop pages, popups, and coupons on their holder's
 * phone. A page is sections, a section is fields; the builder edits them, the renderer draws them, events keep them.
 */
export const kinds = { landing, vote, loop, popup, coupon } as const;
export type PageKind = keyof typeof kinds;
export const pageKinds = Object.keys(kinds) as readonly PageKind[];
export const PageKind = z.enum(['landing', 'vote', 'loop', 'popup', 'coupon']);

export type SectionName<K extends PageKind> = keyof (typeof kinds)[K] & string;
/** A page, whole: every section, every field. */
export type Page<K extends PageKind = PageKind> =
  K extends PageKind ?
    { readonly [S in SectionName<K>]: (typeof kinds)[K][S] extends Fields ? ValuesOf<(typeof kinds)[K][S]> : never }
  : never;

/** Sections as events keep them: by name, each whole at the time it was written. Read them with `readPage`. */
export const StoredSections = z.record(z.string(), z.record(z.string(), z.unknown()));
export type StoredSections = z.output<typeof StoredSections>;

export const fieldsOf = (kind: PageKind): Readonly<Record<string, Fields>> => kinds[kind];

/** A page in today's shape, whatever it was stored as. Never throws. */
export const readPage = <K extends PageKind>(kind: K, stored: StoredSections): Page<K> =>
  Object.fromEntries(
    Object.entries(fieldsOf(kind)).map(([name, fields]) => [name, readSection(fields, stored[name])]),
  ) as unknown as Page<K>;

export const initialPage = <K extends PageKind>(kind: K): Page<K> =>
  Object.fromEntries(
    Object.entries(fieldsOf(kind)).map(([name, fields]) => [name, initialOf(fields)]),
  ) as unknown as Page<K>;

/**
 * Sections as somebody wants them, checked against the kind. Throws `validation_failed`, with the field's whole
 * address: `sections.main.FontSize`.
 */
export function checkSections(kind: PageKind, wanted: Readonly<Record<string, unknown>>): StoredSections {
  const checked: Record<string, Record<string, unknown>> = {};
  const errors: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(wanted)) {
    const fields = Object.hasOwn(kinds[kind], name) ? fieldsOf(kind)[name]! : null;
    if (fields === null) {
      errors[`sections.${name}`] = [`A ${kind} page has no section “${name}”.`];
      continue;
    }
    const parsed = sectionSchema(fields).safeParse(values);
    if (parsed.success) checked[name] = { ...initialOf(fields), ...parsed.data };
    else
      for (const issue of parsed.error.issues)
        (errors[['sections', name, ...issue.path].join('.')] ??= []).push(issue.message);
  }
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw new DomainError('validation_failed', first, errors);
  return checked;
}

/** The specification's nested form of section names: `loops.main` is `main` within `loops`. */
export function nested(sections: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(sections)) {
    const [group, part] = name.split('.', 2) as [string, string?];
    if (part === undefined) result[group] = values;
    else result[group] = { ...(result[group] as object | undefined), [part]: values };
  }
  return result;
}
/**
 * The way back. Of a section that does not exist its name stays as it is, to be refused by name. What only the coupon
 * of a page has may be named without its group: `headline` of a landing campaign is `coupon.headline`.
 */
export function flat(kind: PageKind, sections: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.keys(kinds[kind]);
  return Object.fromEntries(
    Object.entries(sections).flatMap(([name, values]) =>
      !known.includes(name) && known.some((one) => one.startsWith(`${name}.`)) && isRecord(values) ?
        Object.entries(values).map(([part, inside]) => [`${name}.${part}`, inside])
      : [[!known.includes(name) && known.includes(`coupon.${name}`) ? `coupon.${name}` : name, values]],
    ),
  );
}
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
