import type { Spreadsheets, TableRow } from '../../adapters/spreadsheets/port.ts';
import type { NumberedPerson, OptedOutIdentity } from '../../commands/uploads/rows.ts';
import type { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import type { Plan } from '../../domain/uploads/plan.ts';
import { type ImportedPerson, rowReader } from '../../domain/uploads/row.ts';
import type { Reached, UploadContent } from '../../domain/uploads/upload.ts';
import { PersonSet } from './person-set.ts';
import type { NotedProblem } from './tally.ts';

/** Some rows of a file, read: the people in it, each once in the whole file, and what is wrong. */
export interface Heap {
  readonly people: readonly NumberedPerson[];
  readonly problems: readonly NotedProblem[];
  /** Where it ends. */
  readonly row: number;
  readonly bytes: number;
}

/** The longest piece of a value that is kept to show it. */
const shown = 200;

/**
 * Walks over the rows of a file behind a place. Who was met before that place is found out by reading it once more, so
 * that a person counts once, wherever the walk was cut off.
 */
export async function* peopleOf(
  spreadsheets: Spreadsheets,
  content: Pick<UploadContent, 'key' | 'size' | 'delimiter' | 'header' | 'columns'>,
  { plan, fields }: { readonly plan: Plan; readonly fields: CustomFields },
  { after, batch, out = null }: { readonly after: Reached; readonly batch: number; readonly out?: OptedOutSet | null },
): AsyncGenerator<Heap> {
  const read = readerOf(content, { plan, fields }, out);
  const met = new PersonSet();
  if (after.row > 0)
    before: for await (const rows of spreadsheets.rows(content, { batch }))
      for (const { row, cells } of rows) {
        if (row > after.row) break before;
        const { person } = read(cells);
        if (person !== null) met.add(person);
      }
  for await (const rows of spreadsheets.rows(content, { after, batch })) yield heapOf(rows, read, met);
}

function readerOf(
  { columns }: Pick<UploadContent, 'columns'>,
  rules: { readonly plan: Plan; readonly fields: CustomFields },
  out: OptedOutSet | null,
): ReturnType<typeof rowReader> {
  const read = rowReader({ ...rules, columns });
  if (out === null) return read;
  return (cells) => {
    const { person, problems } = read(cells);
    return { person: person === null ? null : out.mark(person), problems };
  };
}

/** Whom a file opts out anywhere: that holds for each of its rows, whichever comes first. */
export class OptedOutSet {
  readonly #identities = new PersonSet();

  add(one: OptedOutIdentity): void {
    this.#identities.add('phone' in one ? { ...one, email: null } : { ...one, phone: null });
  }

  mark(person: ImportedPerson): ImportedPerson {
    const { phone, email, agreed, optedOut: own } = person;
    const texts = own?.texts === true || (phone !== null && this.#identities.has({ phone, email: null }));
    const emails = own?.emails === true || (email !== null && this.#identities.has({ phone: null, email }));
    if (!texts && !emails) return person;
    return {
      ...person,
      agreed: { texts: texts ? false : agreed.texts, emails: emails ? false : agreed.emails },
      optedOut: { texts, emails },
    };
  }
}

/** The numbers and addresses that the rows of a file opt out, in heaps; rows that repeat someone count as well. */
export async function* optedOutBy(
  spreadsheets: Spreadsheets,
  content: Pick<UploadContent, 'key' | 'size' | 'delimiter' | 'header' | 'columns'>,
  rules: { readonly plan: Plan; readonly fields: CustomFields },
  batch: number,
): AsyncGenerator<readonly OptedOutIdentity[]> {
  const read = readerOf(content, rules, null);
  for await (const rows of spreadsheets.rows(content, { batch }))
    yield rows.flatMap(({ cells }): readonly OptedOutIdentity[] => {
      const { person } = read(cells);
      if (person === null) return [];
      const { phone, email, optedOut } = person;
      return [
        ...(optedOut?.texts === true && phone !== null ? [{ phone }] : []),
        ...(optedOut?.emails === true && email !== null ? [{ email }] : []),
      ];
    });
}

/** The same, each next one read while whoever takes them is busy with the one before: while it waits for the database. */
export async function* ahead<T>(all: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = all.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      // It may fail before it is asked for; whoever asks hears of it.
      next = all.next();
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await all.return(undefined);
  }
}

function heapOf(rows: readonly TableRow[], read: ReturnType<typeof rowReader>, met: PersonSet): Heap {
  const people: NumberedPerson[] = [];
  const problems: NotedProblem[] = [];
  for (const { row, cells } of rows) {
    const { person, problems: wrong } = read(cells);
    for (const { column, problem } of wrong)
      problems.push({
        row,
        column: column ?? -1,
        problem,
        value: column === null ? null : (cells[column] ?? '').slice(0, shown),
      });
    if (person === null) continue;
    if (met.add(person)) people.push({ row, person });
    else problems.push({ row, column: -1, problem: 'duplicate', value: null });
  }
  const { row, bytes } = rows.at(-1)!;
  return { people, problems, row, bytes };
}
