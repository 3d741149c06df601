/**
 * `npm run build`: the server into dist/server (esbuild, npm packages stay outside), the web into dist/web (vite). What
 * is up to date is left
 * alone. `import { build } from './build.mjs'` for the start.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { alone } from './build-lock.mjs';
import { compressFolder } from './compress.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const parts = {
  server: {
    sources: [
      'domain',
      'commands',
      'projections',
      'workers',
      'adapters',
      'api',
      'sandbox',
      'migrations',
      'main',
      'tsconfig.json',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    product: 'dist/server/start.js',
    run: buildServer,
  },
  web: {
    sources: ['web', 'api/contract', 'domain', 'package-lock.json'],
    product: 'dist/web/index.html',
    run: buildWeb,
  },
  /** What the server draws public pages with. */
  pages: {
    sources: ['web/pages', 'web/widget', 'web/messages', 'api/contract', 'domain', 'package-lock.json'],
    product: 'dist/pages/renderer.js',
    run: () => buildPages(),
  },
};

/**
 * Builds what is missing or older than its sources. `say` gets a line for each part that is built. Of two that build at once
 * one waits, and then finds it done.
 */
export async function build({ say = () => {} } = {}) {
  if (!stale()) return;
  const release = await alone(join(root, 'dist', '.building'), say);
  try {
    await buildStale(say);
    // Its service would run beside the server for as long as that does.
    await (await buildTool('esbuild')).stop();
  } finally {
    release();
  }
}

/** Whether anything may have to be built, by sizes and times alone. */
function stale() {
  return Object.entries(parts).some(([name, part]) => {
    if (!existsSync(join(root, part.sources[0]))) return false;
    const quick = quickOf(filesOf(part));
    return !existsSync(join(root, part.product)) || readStamp(stampOf(name))?.quick !== quick;
  });
}

const filesOf = (part) =>
  part.sources
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap(listFiles);
const quickOf = (files) => hash(files.map(({ path, size, mtime }) => `${path} ${size} ${mtime}`));
const stampOf = (name) => join(root, 'dist', `.${name}-stamp`);

async function buildStale(say) {
  for (const [name, part] of Object.entries(parts)) {
    // An installation without the sources (an image) runs what it brings.
    if (!existsSync(join(root, part.sources[0]))) continue;
    const files = filesOf(part);
    const stamp = stampOf(name);
    const before = readStamp(stamp);
    const quick = quickOf(files);
    const complete = existsSync(join(root, part.product));
    if (complete && before?.quick === quick) continue;
    // Times change with a checkout, contents do not.
    const content = hash(files.map(({ path }) => `${path} ${hash([readFileSync(join(root, path))])}`));
    if (!complete || before?.content !== content) {
      const started = Date.now();
      rmSync(stamp, { force: true });
      await part.run();
      say(`Built the ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    }
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, JSON.stringify({ quick, content }));
  }
}

/**
 * Packages that come as hundreds of small files and that only our own code loads: one file of theirs in the bundle is
 * found, read and compiled sooner at every start. All others stay outside.
 */
const inBundle = /^(kysely|zod|libphonenumber-js)(\/|$)/;
const packagesOutside = {
  name: 'packages-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) =>
      kind === 'entry-point' || inBundle.test(path) || path.startsWith('node:') || importer.includes('node_modules') ?
        undefined
      : { path, external: true },
    );
  },
};

async function buildServer() {
  const { build: bundle } = await buildTool('esbuild');
  const outdir = join(root, 'dist/server');
  // Files that the code reads at run time, by their place beside it.
  cpSync(join(root, 'sandbox/pages'), join(outdir, 'pages'), { recursive: true });
  cpSync(join(root, 'adapters/evidence/verifier'), join(outdir, 'evidence'), { recursive: true });
  cpSync(join(root, 'adapters/images/fonts'), join(outdir, 'fonts'), { recursive: true });
  const { metafile } = await bundle({
    absWorkingDir: root,
    // The picture reader is a process of its own (adapters/images/reader-process.ts).
    entryPoints: {
      start: 'main/start.ts',
      'picture-reader': 'adapters/images/reader.ts',
      // So is the reader of workbooks (adapters/spreadsheets/workbook.ts).
      'workbook-reader': 'adapters/spreadsheets/workbook-reader.ts',
      // And what ends the embedded Postgres of a process that was killed (adapters/database/embedded/keeper.ts).
      'postgres-keeper': 'adapters/database/embedded/end-unused.ts',
    },
    outdir,
    entryNames: '[name]',
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    plugins: [packagesOutside],
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  // A server that runs from the build before still loads parts of it: they stay for a day.
  const current = new Set(Object.keys(metafile.outputs));
  for (const { path, mtime } of listFiles(join(outdir, 'parts'))) {
    if (!current.has(path) && Date.now() - mtime > 86_400_000) rmSync(join(root, path));
  }
}

async function buildWeb() {
  const { build: bundle } = await buildTool('vite');
  const outDir = join(root, 'dist/web');
  // Whoever builds, tests among them: a bundle for NODE_ENV=test has React for development in it, twice as large.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await bundle({
      configFile: join(root, 'web/vite.config.ts'),
      logLevel: 'warn',
      mode: 'production',
      build: { emptyOutDir: false },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  // Pages that are open load parts of the build before: those stay for a day.
  const page = statSync(join(outDir, 'index.html')).mtimeMs;
  for (const { path, mtime } of existsSync(join(outDir, 'assets')) ? listFiles(join(outDir, 'assets')) : [])
    if (mtime < page - 86_400_000) rmSync(join(root, path));
  await compressFolder(outDir);
}

/** React and the pages in one file for the server; what runs in the browser besides is a text within it. */
export async function buildPages(outfile = join(root, 'dist/pages/renderer.js')) {
  const { build: bundle } = await buildTool('esbuild');
  /** A script for browsers, as a text. */
  const scriptOf = async (entry) => {
    const { outputFiles } = await bundle({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2020',
      charset: 'utf8',
      write: false,
      logLevel: 'warning',
    });
    return JSON.stringify(outputFiles[0].text.trim());
  };
  const [page, widget] = await Promise.all([scriptOf('web/pages/enhance.ts'), scriptOf('web/widget/main.ts')]);
  await bundle({
    absWorkingDir: root,
    entryPoints: ['web/pages/server.tsx'],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    jsx: 'automatic',
    charset: 'utf8',
    define: { 'process.env.NODE_ENV': '"production"', PAGE_SCRIPT: page, WIDGET_SCRIPT: widget },
    logLevel: 'warning',
  });
}

/** A package that only building needs. */
async function buildTool(name) {
  try {
    return await import(name);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      `${name} is not installed: without development packages only what is built can be started. Run "npm ci", or bring dist/.`,
      { cause: error },
    );
  }
}

function listFiles(path) {
  const { mtimeMs, size } = statSync(path);
  if (!statSync(path).isDirectory()) return [{ path: relative(root, path), size, mtime: mtimeMs }];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => listFiles(join(path, entry.name)));
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function hash(pieces) {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece).update('\n');
  return digest.digest('hex');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build({ say: console.log });
