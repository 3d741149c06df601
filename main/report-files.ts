import type { Storage } from '../adapters/storage/port.ts';
import type { Vault } from '../adapters/vault/port.ts';
import type { Commands } from '../commands/catalogue.ts';
import type { ReadModels } from '../projections/read-models.ts';
import type { ReportFiles } from '../workers/exports/run.ts';

/** Reads reports for the files that workers write in the background. */
export function createReportFiles({
  storage,
  vault,
  head,
  rowsAPage,
  ...parts
}: {
  readonly storage: Storage;
  readonly vault: Pick<Vault, 'seal' | 'unseal'>;
  readonly readModels: ReadModels;
  readonly commands: Commands;
  readonly now: () => Date;
  readonly head: ReportFiles['head'];
  /** Rows that are read at once. */
  readonly rowsAPage?: number;
}): ReportFiles {
  const written = () => import('../api/routes/report-exports.ts');
  return {
    storage,
    head,
    async open(id, wish) {
      const [{ wishContext }, { reopenReport }] = await Promise.all([
        written(),
        import('../api/routes/report-export-rows.ts'),
      ]);
      return reopenReport(parts, vault.unseal(wishContext(id), wish), rowsAPage);
    },
    async seal(id, nth, text) {
      const { partContext } = await written();
      return vault.seal(partContext(id, nth), text);
    },
  };
}
