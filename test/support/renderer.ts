import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '../../api/contract/page-view.ts';
// @ts-expect-error -- plain JavaScript, so that it runs before anything is built
import { buildPages } from '../../main/build.mjs';

/** What public pages are drawn with, built as for the product, from the sources as they are now. */
export async function buildRenderer(): Promise<PageRenderer> {
  const folder = mkdtempSync(join(tmpdir(), 'beckon-renderer-'));
  try {
    const file = join(folder, 'renderer.mjs');
    await (buildPages as (outfile: string) => Promise<void>)(file);
    const built = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly renderer: PageRenderer };
    return built.renderer;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
