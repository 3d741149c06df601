import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { checkPages } from '../../../commands/registrations/pages.ts';

/** The pages that reviewers open are opened first, over the real client. */
const long = 'We keep what you tell us as short as we can, and we share it with no one. '.repeat(8);
const answers: Readonly<Record<string, readonly [number, string]>> = {
  '/privacy': [200, `<html><style>.terms{}</style><h1>Privacy</h1><p>${long}</p></html>`],
  '/terms': [200, `<h1>Terms</h1><p>${long}</p>`],
  '/home': [200, `<h1>Pizza</h1><p>${long}</p><script>"privacy, terms"</script>`],
  '/app': [200, '<div id="root"></div>'],
  '/guarded': [403, 'no robots'],
  '/broken': [503, 'later'],
};
const server = createServer((request, response) => {
  if (request.url === '/moved') return response.writeHead(302, { location: '/privacy' }).end();
  const [status, body] = answers[request.url ?? ''] ?? [404, 'nothing'];
  return response.writeHead(status, { 'content-type': 'text/html' }).end(body);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const problems = (
  http: Parameters<typeof checkPages>[0],
  privacy: string,
  terms: string,
  ...proofs: readonly string[]
) =>
  checkPages(http, {
    privacyUrl: base + privacy,
    termsUrl: base + terms,
    optInImageUrls: proofs.map((path) => base + path),
  }).then(
    () => ({}),
    (error: { fields: Record<string, string[]> }) => error.fields,
  );

test('pages that reviewers can read pass, also behind a redirect, drawn by a script or closed to programs', async () => {
  const http = createSafeHttp({ allow: ['127.0.0.1'] });
  expect(await problems(http, '/privacy', '/terms')).toEqual({});
  expect(await problems(http, '/moved', '/app')).toEqual({});
  expect(await problems(http, '/guarded', '/terms')).toEqual({});
  expect(await problems(undefined, '/missing', '/missing')).toEqual({});
  await http.close();
});

test('a page that is missing, broken or another one is refused at its field', async () => {
  const http = createSafeHttp({ allow: ['127.0.0.1'] });
  expect(await problems(http, '/missing', '/terms')).toEqual({ privacyUrl: [expect.stringContaining('(404)')] });
  expect(await problems(http, '/privacy', '/broken')).toEqual({ termsUrl: [expect.stringContaining('(503)')] });
  expect(await problems(http, '/home', '/home')).toEqual({
    privacyUrl: [expect.stringContaining('doesn’t seem')],
    termsUrl: [expect.stringContaining('doesn’t seem')],
  });
  await http.close();
});

test('each proof of opt-in has to open, whatever it shows', async () => {
  const http = createSafeHttp({ allow: ['127.0.0.1'] });
  expect(await problems(http, '/privacy', '/terms', '/home', '/guarded')).toEqual({});
  expect(await problems(http, '/privacy', '/terms', '/home', '/missing')).toEqual({
    optInImageUrls: [expect.stringContaining('(404)')],
  });
  await http.close();
});

test('an address in a private network is not asked, and said to be closed', async () => {
  const http = createSafeHttp();
  expect(await problems(http, '/privacy', '/terms')).toEqual({
    privacyUrl: [expect.stringContaining('can’t be opened')],
    termsUrl: [expect.stringContaining('can’t be opened')],
  });
  await http.close();
});
