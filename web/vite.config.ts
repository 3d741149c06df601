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

/**
 * Which modules travel together. On a slow line a request costs as much as 30 KB, so what is needed at the same time is
 * one file: React alone (it changes least), the component library with what every screen behind the sign-in shares,
 * what forms need besides, and the charts. A screen's own files follow it.
 */
const packages = (...names: readonly string[]) => new RegExp(`node_modules/(${names.join('|')})/`);
const library = packages('@mantine/.*', '@floating-ui/.*', 'clsx', 'swr', 'react-(transition|remove|style).*');
/** What only forms and searches need of it. */
const fields = packages(
  'zod',
  '@mantine/(form|spotlight)',
  'react-number-format',
  '@mantine/core/esm/components/(Combobox|Select|MultiSelect|TagsInput|Autocomplete|Pill|PillsInput|NumberInput)',
  '@mantine/core/esm/components/(TextInput|PasswordInput|Textarea|ColorInput|ColorPicker|FileButton)',
  '@mantine/core/esm/components/(Switch|Checkbox|Radio|Slider|Highlight)',
  '@mantine/core/esm/utils/InlineInput',
);
/** What records, their filters and their forms need. */
const records = new RegExp(
  'web/components/(form/|contact-filter|contact/|export|stock|useRedemptionActions|ImageUpload|DnsRecords' +
    '|CopyField|QrCode|countries|zones|regions)|web/screens/public/redemption|api/contract/(?!plans|providers|wallets|security|statements|bills|rates|report|registrations|api-keys|webhook-endpoints|integrations|operator-wallets)',
);
/**
 * What stands around the screens, and what most of them share. A provider’s account, why a number is blocked, and what
 * reports and loops share are for a few.
 */
const workspace = new RegExp(
  'web/(app/Workspace|shell/(?!Palette|found)|live|data|session|api|format|screens/public' +
    '|components(?!/(ProviderCard|provider-texts|NumberBlockedNote|number-blocked-texts|RemoveFilter|DayFilter|FeeLink|pages)))',
);
const moving = 'dispatch|drag|ease|selection|timer|transition|zoom';
const groups = [
  {
    name: 'react',
    test: packages('react', 'react-dom', 'scheduler', 'wouter', 'regexparam', 'use-sync-external-store'),
    priority: 60,
  },
  {
    name: 'main',
    test: new RegExp(
      'web/(main|app/(?!Workspace)|routes|core|plain|messages|session/(brand|config|context|guard|params|session|standing|strength)' +
        '|theme/color|api/(client|errors|guest)|screens/guest)',
    ),
    priority: 50,
  },
  // Someone who orders is new, and waits for nothing of the workspace.
  { name: 'order', test: /web\/screens\/(public\/order|payments\/provider)/, priority: 45 },
  { name: 'library', test: (id: string) => library.test(id) && !fields.test(id), priority: 40 },
  {
    name: 'workspace',
    test: (id: string) =>
      workspace.test(id) && !records.test(id) && !/DailyChart|format\/(ticks|money)|components\/plan\//.test(id),
    priority: 30,
  },
  { name: 'forms', test: (id: string) => fields.test(id) || records.test(id), priority: 20 },
  // What draws automations travels with its screen; what it shares with the charts does not bring the charts.
  {
    name: 'canvas',
    test: packages('@xyflow/.*', '@dagrejs/.*', 'zustand', 'classcat', `d3-(${moving})`),
    priority: 14,
  },
  { name: 'curves', test: packages('d3-(color|interpolate)'), priority: 16 },
  { name: 'charts', test: packages('recharts', 'd3-.*', '@reduxjs/.*', 'es-toolkit'), priority: 10 },
  // What is written and drawn with travels with the screens that do.
  {
    name: 'editor',
    test: packages(
      '@tiptap/.*',
      'prosemirror-.*',
      'linkifyjs',
      'orderedmap',
      'rope-sequence',
      'w3c-keyname',
      'fast-equals',
    ),
    priority: 12,
  },
  { name: 'dragging', test: packages('@dnd-kit/.*'), priority: 12 },
  { name: 'workspace', test: /node_modules/, minShareCount: 2, priority: 5 },
];

export default defineConfig({
  root,
  plugins: [react(), emojiData()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    // Not all of /api: the modules of web/api live there, too.
    proxy: { '/api/v1': { target: api, ws: true }, '/api/docs': api, '/media': api },
  },
});
