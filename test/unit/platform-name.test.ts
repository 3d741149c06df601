import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const folders = ['api', 'commands', 'domain', 'projections', 'workers', 'web', 'adapters', 'client/index.ts'];

/** Where the platform's own name stands, and why no one on a brand's host reads it there. */
const known: Readonly<Record<string, string>> = {
  'web/index.html': 'the title of the platform’s own host: api/kernel/brand-page.ts puts the brand’s in its place',
  'api/operations/metrics.ts': 'for the operator’s monitoring',
  'adapters/tracing/otlp.ts': 'for the operator’s collector of traces',
  'domain/kernel/web-address.ts': 'a subdomain that no agency may take',
  'commands/users/guessing.ts': 'a word that makes a password easy to guess',
  'domain/evidence/packet.ts': 'the name of a file format, which verifiers know',
  'adapters/email/webhooks/mailgun.ts': 'a tag that the provider sends back to us',
  'adapters/email/webhooks/ses.ts': 'a tag that the provider sends back to us',
  'adapters/email/webhooks/sendgrid.ts': 'a tag that the provider sends back to us',
  'adapters/vault/seal.ts': 'seals what is stored',
  'adapters/spreadsheets/workbook.ts': 'a folder of temporary files',
  'adapters/bus/nats.ts': 'a subject of our own bus',
};
/** Of databases and connections. */
const ofConnections = /^(projections\/engine|adapters\/(database|directory|event-store))\//;

const filesIn = (path: string): string[] =>
  /\.\w+$/.test(path) ?
    [path]
  : readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      return (
        entry.isDirectory() ? filesIn(inner)
        : /\.(tsx?|mjs|html|css|php)$/.test(inner) ? [inner]
        : []
      );
    });

it('is written nowhere that a brand’s visitors, people or programs read', () => {
  const named = folders
    .flatMap(filesIn)
    .filter((file) => !ofConnections.test(file))
    .filter((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some((line) => /beckon/i.test(line) && !/^\s*(\/?\*|\/\/)/.test(line)),
    );
  expect(named.toSorted()).toEqual(Object.keys(known).toSorted());
});
