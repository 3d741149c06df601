import { cp, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = dirname(fileURLToPath(import.meta.url));
const outDir = join(root, '../dist/web');
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** The emoji picker's data, served by ourselves under /emoji: no visitor's browser asks anybody else. */
function emojiData(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve('emojibase-data/en/data.json'));
  const files = ['data.json', 'messages.json'];
  return {
    name: 'emoji-data',
    configureServer(server) {
      server.middlewares.use('/emoji/en', (request, response, next) => {
        const file = files.find((name) => request.url?.split('?')[0] === `/${name}`);
        if (!file) return next();
        readFile(join(folder, file)).then((text) => {
          response.setHeader('content-type', 'application/json');
          response.end(text);
        }, next);
      });
    },
    async closeBundle() {
      await mkdir(join(outDir, 'emoji/en'), { recursive: true });
      await Promise.all(files.map((file) => cp(join(folder, file), join(outDir, 'emoji/en', file))));
    },
  };
}

export default defineConfig({
  root,
  plugins: [react(), emojiData()],
  build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 600 },
  server: {
    port: 5173,
    host: '127.0.0.1',
    // Not all of /api: the modules of web/api live there, too.
    proxy: { '/api/v1': { target: api, ws: true }, '/api/docs': api, '/media': api },
  },
});
