import { createHash } from 'node:crypto';
import { TableRefused, type TablePlace, type TableRow } from '../../../adapters/spreadsheets/port.ts';
import type { UploadService } from '../../../workers/index.ts';
import type { Chance } from '../engine/chance.ts';
import type { Process } from '../engine/process.ts';
import type { Timeline } from '../engine/timeline.ts';

type Cells = readonly (readonly string[])[];

/** Files of contacts as they lie in the storage, named by what is in them. */
export interface Files {
  /** Names in the first row. */
  keep(table: Cells): { readonly key: string; readonly size: number };
  /** How a process reads them. */
  from(process: Process): UploadService;
}

export function createFiles({ timeline, chance }: { readonly timeline: Timeline; readonly chance: Chance }): Files {
  const tables = new Map<string, Cells>();
  const keep = (table: Cells) => {
    const text = JSON.stringify(table);
    const key = createHash('sha256').update(text).digest('hex');
    tables.set(key, table);
    return { key, size: text.length };
  };
  /** Its bytes are counted in rows: nobody but the reader looks at them. */
  const rowsOf = (key: string): readonly TableRow[] => {
    const table = tables.get(key);
    if (table === undefined) throw new TableRefused('missing');
    return table.slice(1).map((cells, index) => ({ row: index + 1, cells, from: index, bytes: index + 1 }));
  };

  const from = (process: Process): UploadService => {
    const time = (): Promise<void> =>
      new Promise((resolve) => void timeline.in(chance.between(1, 400), resolve, process));
    return {
      storage: {
        put: () => Promise.reject(new Error('Nobody keeps a file but the stories.')),
        open: () => Promise.resolve(null),
        async delete(key) {
          await time();
          tables.delete(key);
        },
      },
      spreadsheets: {
        async read(key) {
          await time();
          const rows = rowsOf(key);
          const [columns] = tables.get(key)!;
          return {
            key,
            size: rows.length,
            encoding: 'utf-8',
            delimiter: ',',
            header: 1,
            columns: columns!,
            rows: rows.length,
            sheets: [],
            sheet: null,
            hiddenRows: 0,
            strayBytes: 0,
          };
        },
        async *rows({ key }: TablePlace, { after, batch = 1_000 } = {}) {
          for (let at = after?.row ?? 0; ; at += batch) {
            await time();
            const some = rowsOf(key).slice(at, at + batch);
            if (some.length === 0) return;
            yield some;
          }
        },
        first: ({ key }: TablePlace, count) => Promise.resolve(rowsOf(key).slice(0, count)),
        async crossOut({ key }, which) {
          await time();
          const gone = await which(rowsOf(key));
          if (gone.size === 0) return null;
          const left = tables.get(key)!.map((cells, row) => (gone.has(row) ? cells.map(() => '') : cells));
          return { key: keep(left).key, rows: [...gone] };
        },
      },
    };
  };
  return { keep, from };
}
