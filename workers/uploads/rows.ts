import type { Spreadsheets, TableRow } from '../../adapters/spreadsheets/port.ts';
import type { NumberedPerson } from '../../commands/uploads/rows.ts';
import type { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import type { Plan } from '../../domain/uploads/plan.ts';
import { rowReader } from '../../domain/uploads/row.ts';
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
  content: Pick<UploadContent, 'key' | 'size' | 'delimiter' | 'header'>,
  { plan, fields }: { readonly plan: Plan; readonly fields: CustomFields },
  { after, batch }: { readonly after: Reached; readonly batch: number },
): AsyncGenerator<Heap> {
  const read = rowReader({ plan, fields });
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
