import type { Aggregate } from '../kernel/decider.ts';
import type { BusinessId } from '../kernel/ids.ts';
import { fill, type Part, type Values } from '../personalization/template.ts';
import { EmailTestSent, type EmailTestEvent, EmailVersionCreated, type EmailVersionEvent } from './events.ts';

/** A designed email, compiled: all that is left to do for a recipient is to fill in its merge fields. */
export interface MadeVersion {
  readonly status: 'made';
  readonly versionId: string;
  readonly businessId: BusinessId;
  readonly subject: readonly Part[];
  readonly html: readonly Part[];
  readonly text: readonly Part[];
}
export type EmailVersion = { readonly status: 'none' } | MadeVersion;

export const EmailVersion: Aggregate<EmailVersion, EmailVersionEvent> = {
  initial: { status: 'none' },
  evolve: (version, { data }) =>
    version.status !== 'none' ?
      version
    : {
        status: 'made',
        versionId: data.versionId,
        businessId: data.businessId,
        subject: data.subject as readonly Part[],
        html: data.html as readonly Part[],
        text: data.text as readonly Part[],
      },
};

export const makeVersion = (
  command: Parameters<typeof EmailVersionCreated.create>[0],
  version: EmailVersion,
): readonly EmailVersionEvent[] => (version.status === 'none' ? [EmailVersionCreated.create(command)] : []);

/** The email that one person gets, or got: the same for the same version and values, whenever it is asked for. */
export const renderVersion = (
  { html, text }: Pick<MadeVersion, 'html' | 'text'>,
  values: Values,
): { readonly html: string; readonly text: string } => ({
  html: fill(html, values, 'html'),
  text: fill(text, values)
    .replace(/\n{3,}/gu, '\n\n')
    .trim(),
});

/** Of all values only those that a version asks for: what an event keeps of a person is what was said to them. */
export const valuesFor = (fields: readonly string[], values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = (Object.hasOwn(values, field) ? (values[field] ?? '') : '').trim();
      return value === '' ? [] : [[field, value.slice(0, 2_000).toWellFormed()]];
    }),
  );

/** How many tests a business has sent itself, and which number each got. */
export type EmailTests = ReadonlyMap<string, number>;
export const EmailTests: Aggregate<EmailTests, EmailTestEvent> = {
  initial: new Map(),
  evolve: (tests, { data }) => new Map(tests).set(data.mailId, data.number),
};
/** Each test has its number once: email programs put emails of one subject together, and clip what they have seen. */
export const numberTest = (
  { businessId, mailId }: { readonly businessId: BusinessId; readonly mailId: string },
  tests: EmailTests,
): readonly EmailTestEvent[] =>
  tests.has(mailId) ? [] : [EmailTestSent.create({ businessId, mailId, number: tests.size + 1 })];
