import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { projectors } from '../../../projections/index.ts';

/** A read model as it was recorded: which version, and a digest of the tables and folds that it stood for. */
export type Recorded = Readonly<Record<string, { readonly version: number; readonly digest: string }>>;

export const recordedFile = join(import.meta.dirname, 'versions.json');
export const recorded = (): Recorded => JSON.parse(readFileSync(recordedFile, 'utf8')) as Recorded;

const folder = join(import.meta.dirname, '../../../projections');
const index = join(folder, 'index.ts');

/** Every read model as its source says today. */
export async function ofToday(): Promise<Recorded> {
  const files = new Map(
    [...readFileSync(index, 'utf8').matchAll(/^import \{ (\w+) \} from '(\.\/[\w/-]+\.ts)';$/gmu)].map(
      ([, name, path]) => [name!, path!] as const,
    ),
  );
  const exported = await Promise.all(
    [...files].map(async ([name, path]) => {
      const projector = ((await import(join(folder, path))) as Readonly<Record<string, unknown>>)[name];
      return { projector, name, path };
    }),
  );
  return Object.fromEntries(
    await Promise.all(
      projectors.map(async (projector) => {
        const found = exported.find((one) => one.projector === projector);
        if (found === undefined)
          throw new Error(`${projector.name} is not imported by projections/index.ts by its name`);
        return [
          projector.name,
          { version: projector.version, digest: await digestOf(found.name, found.path) },
        ] as const;
      }),
    ),
  );
}

/**
 * Of all that a projector is made of in its own folder and its neighbours', without comments, types, names of variables
 * and the version itself. The engine and the domain are not in it: they have tests of their own.
 */
async function digestOf(name: string, path: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from '${path}';`, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    treeShaking: true,
    plugins: [
      {
        name: 'projections-only',
        setup: ({ onResolve }) =>
          onResolve({ filter: /.*/ }, ({ path: imported, importer, kind }) => {
            if (kind === 'entry-point') return null;
            const file = join(importer === '' || importer === '<stdin>' ? folder : dirname(importer), imported);
            const own = imported.startsWith('.') && file.startsWith(folder) && !file.startsWith(join(folder, 'engine'));
            return own ? { path: file, sideEffects: false } : { path: imported, external: true, sideEffects: false };
          }),
      },
    ],
  });
  const source = outputFiles[0]!.text.replaceAll(/version:\d+/gu, 'version:0');
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}
