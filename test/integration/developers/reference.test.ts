import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeveloperCall, developerApi } from '../../../api/developers/calls.ts';
import { slugOf } from '../../../api/developers/page.ts';
import { routes } from '../../../api/routes/index.ts';
import { apiScopes } from '../../../domain/api-keys/fields.ts';
import { errorCodes } from '../../../domain/kernel/errors.ts';
import { startTestApi, type TestApi } from '../api/support.ts';
import { thingsOf } from '../api/things.ts';
import { visits } from '../api/visits.ts';
import { examplesOf, openFolder } from './support.ts';

/** Each program of the reference, as it stands on its page but for the IDs, is run against a real server. */
let app: TestApi;
let folder: ReturnType<typeof openFolder>;
let origin: string;
const { calls, tags } = developerApi(routes);
/** What is there is changed before it is deleted. */
const order = { GET: 0, PUT: 1, POST: 1, DELETE: 2 };
const inOrder = calls.toSorted((one, other) => order[one.method] - order[other.method]);
const programs = new Map<string, string>();
/** The places of each call's path as they are for what this business has. */
const places = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApi({ config: { apiKeyLimit: { perMinute: 100_000, sendsPerMinute: 100_000 } } });
  const bella = await app.addTenant('bella');
  const things = await thingsOf(app, bella);
  origin = `http://${await app.listen()}`;
  const made = await app.call<{ data: { secret: string } }>(bella.token, 'POST', '/api-keys', {
    name: 'Reference',
    scopes: apiScopes,
  });
  folder = openFolder({ API_KEY: made.body.data.secret });
  folder.put('client.ts', await (await fetch(`${origin}/developers/client.ts`)).text());
  const photo = { width: 60, height: 40, channels: 3 as const, background: '#0a5c36' };
  folder.put('photo.png', await sharp({ create: photo }).png().toBuffer());
  for (const { name } of tags) {
    const page = await fetch(`${origin}/developers/reference/${slugOf(name)}`);
    for (const one of examplesOf(await page.text())) programs.set(`${one.language} ${one.name}`, one.code);
  }
  for (const call of calls) {
    const path = visits[`${call.method} ${call.path}`]?.foreign?.(things).path.split('?')[0];
    if (path !== undefined) places.set(call.id, path);
  }
}, 400_000);
afterAll(async () => {
  folder?.close();
  await app?.close();
});

/** The program with the IDs of what is there in its path. */
function withIds(call: DeveloperCall, code: string, language: 'curl' | 'typescript'): string {
  const real = places.get(call.id)?.split('/') ?? [];
  return call.path.split('/').reduce((text, part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = real[index];
    if (name === undefined || value === undefined) return text;
    const example = String(call.places.find((place) => place.name === name)!.example);
    // The first that is not the address of the server: in the path, or the first argument.
    return language === 'curl' ?
        text.replace(`/${encodeURIComponent(example)}`, `/${value}`)
      : text.replace(`api.${call.id}('${example}'`, `api.${call.id}('${value}'`);
  }, code);
}
/** A program may be refused for what this business has or has not, and never for how it is written. */
const wronglyWritten = ['malformed_request', 'unauthenticated', 'scope_missing', 'not_for_api_keys', 'forbidden'];
wronglyWritten.push('unsupported_content_type', 'internal', 'unavailable', 'unknown', 'idempotency_key_reused');
/** Examples whose IDs in the body name nothing here, or that this business can't fulfill: by call, with why. */
const noConnection = 'the connected account is of another service, or gone by then';
const another = 'a revision of a record that was just changed, or an older one';
const taken = 'the name is taken by then';
const refusedHere: Readonly<Record<string, string>> = {
  listWebinars: noConnection,
  listFacebookPages: noConnection,
  listFacebookForms: noConnection,
  listStripeProducts: noConnection,
  listStripePrices: noConnection,
  updateBusinessSettings: 'the logo was not uploaded here',
  updateCallSettings: another,
  updateEmailTemplate: another,
  updateCampaign: another,
  updateCoupon: another,
  updateCouponSettings: another,
  updateAutomation: another,
  verifyNumber: 'the number is not toll-free',
  scheduleText: 'the picture was not uploaded here',
  updateScheduledText: 'the picture was not uploaded here',
  updateConversation: 'the teammate does not exist',
  createContact: 'the number is taken by then',
  createCustomField: taken,
  updateCustomField: taken,
  createSegment: taken,
  updateSegment: taken,
  createSnippet: taken,
  bulkTags: 'the contact was erased by then',
  updateRedemption: 'the day has passed',
  testBroadcast: 'the broadcast is an email',
  scheduleBroadcast: 'the broadcast has no text yet',
  emailCoupon: 'the page is not published',
  startPageTest: 'the version does not exist',
  planUpload: 'the campaign does not exist',
};

describe('the reference', () => {
  it('has a program in both languages for every call', () => {
    const wanted = calls.flatMap(({ id }) => [`curl ${id}`, `typescript ${id}`]);
    expect([...programs.keys()].toSorted()).toEqual(wanted.toSorted());
  });

  const codes: Record<string, string> = {};
  /** What was said in place of a file. */
  const fileOf = ({ reply }: DeveloperCall) => (reply === null ? 'grep -a -o \'"code":"[a-z_]*"\' answer || true' : '');
  it('runs in the shell', async () => {
    const lines = inOrder.map(
      (call) => `echo "@ ${call.id}"\n${withIds(call, programs.get(`curl ${call.id}`)!, 'curl')}\n${fileOf(call)}`,
    );
    const said = await folder.shell(`curl() { command curl -sS -w '\\n%{http_code}\\n' "$@"; }\n${lines.join('\n')}`);
    for (const part of said.split(/^@ /m).slice(1)) {
      const [id = '', ...rest] = part.trimEnd().split('\n');
      const status = rest.findLast((line) => /^\d{3}$/.test(line));
      const code = status === '200' ? 'ok' : (/"code":"(\w+)"/.exec(part)?.[1] ?? 'unknown');
      codes[id] = code === 'validation_failed' ? `${code} ${/"errors":(\{[^]*?\})/.exec(part)?.[1]}` : code;
    }
    expect(Object.keys(codes).length).toBe(calls.length);
    const faults = Object.entries(codes).filter(
      ([id, code]) => wronglyWritten.includes(code) || (code.startsWith('validation_failed') && !(id in refusedHere)),
    );
    expect(faults).toEqual([]);
    expect(codes['createContact']).toBe('ok');
    const fine = Object.values(codes).filter((code) => code === 'ok').length;
    expect(fine).toBeGreaterThan(calls.length / 2);
  });

  it('runs in TypeScript, all in one process', async () => {
    const imports = inOrder.map((call, index) => {
      folder.put(`call-${index}.ts`, withIds(call, programs.get(`typescript ${call.id}`)!, 'typescript'));
      return call.id;
    });
    const said = await folder.typescript(`
      const codes: Record<string, string> = {};
      const log = console.log;
      console.log = () => {};
      for (const [index, id] of ${JSON.stringify(imports)}.entries())
        await import(\`./call-\${index}.ts\`).then(() => (codes[id] = 'ok'), (error) => (codes[id] = error.code ?? String(error)));
      log(JSON.stringify(codes));`);
    const answered = JSON.parse(said) as Record<string, string>;
    const known = Object.keys(errorCodes);
    const faults = Object.entries(answered).filter(
      ([id, code]) =>
        code !== 'ok' &&
        (!known.includes(code) ||
          wronglyWritten.includes(code) ||
          (code === 'validation_failed' && !(id in refusedHere))),
    );
    expect(faults).toEqual([]);
    expect(Object.keys(answered).length).toBe(calls.length);
  });
});
