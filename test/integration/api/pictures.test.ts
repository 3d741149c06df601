import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let mallory: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella', { pictures: true });
  mallory = await app.addTenant('mallory', { agencyId: bella.agencyId, pictures: true });
});
afterAll(() => app.close());

interface Uploaded {
  readonly data: {
    readonly url: string;
    readonly content_type: string;
    readonly size: number;
    readonly width: number;
    readonly height: number;
    readonly variants: Record<string, string>;
  };
}
const png = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
const upload = async (
  path: string,
  content: Uint8Array,
  { name = 'a.png', type = 'image/png', token = bella.token, more = '' } = {},
) => {
  const boundary = 'the-boundary';
  const payload = Buffer.concat([
    Buffer.from(
      `${more}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await app.api.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return {
    status: response.statusCode,
    body: response.json<Uploaded & { code: string; message: string; errors: Record<string, string[]> }>(),
  };
};
const served = (url: string) => app.api.inject({ url: new URL(url, publicUrl).pathname });
const kept = async () => (await app.pool.query<{ count: string }>('select count(*) from ops.media')).rows[0]!.count;
const uploads = ['/uploads/image', '/businesses/upload-image'];

describe('a picture that is uploaded', () => {
  it('is refused before it is drawn when drawing it would take minutes', async () => {
    const filter = '<feTurbulence baseFrequency="0.01" numOctaves="10"/>'.repeat(10);
    const size = 'width="2000" height="2000"';
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><filter id="f">${filter}</filter><rect ${size} filter="url(#f)"/></svg>`;
    const { status, body } = await upload('/uploads/image', Buffer.from(bomb), {
      name: 'a.svg',
      type: 'image/svg+xml',
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining('takes too long to draw'),
    });
  });

  it('to be sent is made anew, served as what it is, and can be sent', async () => {
    const original = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]);
    const { status, body } = await upload('/uploads/image', original, { name: '../../evil.html', type: 'text/html' });
    expect(status).toBe(200);
    const { url, content_type: type, size } = body.data;
    expect(url.startsWith(`${publicUrl}/media/`)).toBe(true);
    const answer = await served(url);
    expect(answer.rawPayload.byteLength).toBe(size);
    expect(answer.rawPayload.includes('script')).toBe(false);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 40, height: 20 });
    expect(type).toBe('image/png');
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const { contactId } = await app.textIn(bella, 'Hi', '+12025550119');
    const sent = await app.call<{ data: { media: { url: string; content_type: string }[] } }>(
      bella.token,
      'POST',
      '/livechat/messages',
      { contact_id: contactId, body: '', media: [url] },
    );
    // The size is known before the picture is there: threads keep room for it.
    const shown = [{ state: 'stored', url, content_type: 'image/png', width: 40, height: 20 }];
    expect(sent.body.data.media).toMatchObject(shown);
    const path = `/livechat/messages?contact_id=${contactId}`;
    const thread = await app.call<{ data: { media: object[] }[] }>(bella.token, 'GET', path);
    expect(thread.body.data.at(-1)!.media).toMatchObject(shown);
  });

  it('to be sent becomes what carriers take, and small enough that several fit', async () => {
    const webp = await sharp(await png(60, 30))
      .webp()
      .toBuffer();
    const { body } = await upload('/uploads/image', webp, { name: 'a.webp', type: 'image/webp' });
    expect(body.data.content_type).toBe('image/jpeg');
    expect(await sharp((await served(body.data.url)).rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 60,
    });
    const clear = { create: { width: 20, height: 20, channels: 4, background: '#ff000080' } } as const;
    const seen = await upload('/uploads/image', await sharp(clear).webp().toBuffer());
    expect(seen.body.data.content_type).toBe('image/png');
    const noise = {
      create: {
        width: 1_800,
        height: 1_800,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    } as const;
    const large = await upload('/uploads/image', await sharp(noise).jpeg({ quality: 70 }).toBuffer());
    expect(large.status).toBe(200);
    expect(large.body.data.size).toBeLessThanOrEqual(1_000_000);
  });

  it('of a broadcast was uploaded here and is taken by carriers, when it is written and when it is sent', async () => {
    const files = await Promise.all([10, 20].map(async (width) => upload('/uploads/image', await png(width, 10))));
    const media = files.map(({ body: { data } }) => ({ url: data.url, content_type: data.content_type }));
    type Answer = { data: { id: string }; errors: Record<string, string[]> };
    const write = (given: object[], token = bella.token) =>
      app.call<Answer>(token, 'POST', '/broadcasts', {
        name: 'Look',
        type: 'mms',
        contents: [{ kind: 'text', body: 'Look', media: given }],
      });
    const elsewhere = await write([{ url: 'https://elsewhere.test/a.png', content_type: 'image/png' }]);
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      ...[422, { 'contents.0.media': ['Attach pictures that were uploaded here.'] }],
    ]);
    expect((await write(media, mallory.token)).status).toBe(422);
    const written = await write(media);
    expect(written.status).toBe(200);
    const { id } = written.body.data;
    await sql`update ops.media set size = 2600000 where business_id = ${bella.businessId}`.execute(app.db);
    const sent = await app.call<Answer>(bella.token, 'POST', `/broadcasts/${id}/schedule`);
    expect([sent.status, sent.body.errors['contents.0.media']?.[0]]).toEqual([
      ...[422, expect.stringContaining('All pictures together have 5.2 MB')],
    ]);
    expect((await write([media[0]!])).status).toBe(200);
    await sql`update ops.media set content_type = 'image/avif' where business_id = ${bella.businessId}`.execute(app.db);
    expect((await write([media[0]!])).body.errors['contents.0.media']?.[0]).toContain('made a JPEG');
    await sql`update ops.media set content_type = 'image/png', size = 100 where business_id = ${bella.businessId}`.execute(
      app.db,
    );
  });

  it('are held back where the business may not send any, by a code: now, later, as a test and to many', async () => {
    const off = await app.addTenant('without');
    const { body: kept } = await upload('/uploads/image', await png(), { token: off.token });
    const { url, content_type } = kept.data;
    const { contactId } = await app.textIn(off, 'Hi', '+12025550129');
    type Refused = { code: string; errors: Record<string, string[]> };
    const post = (path: string, body: object = {}) => app.call<Refused>(off.token, 'POST', path, body);
    const said = { contact_id: contactId, body: 'Look', media: [url] };
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const content = { kind: 'text', body: 'Look', media: [{ url, content_type }] };
    const draft = { name: 'Look', type: 'mms', contents: [content] };
    const made = await app.call<{ data: { id: string } }>(off.token, 'POST', '/broadcasts', draft);
    const copy = await app.call<{ data: { id: string } }>(
      ...([off.token, 'POST', `/broadcasts/${made.body.data.id}/duplicate`, { name: 'Copy' }] as const),
    );
    const test = { type: 'mms', content, to: ['(202) 555-0130'], contact_id: null };
    for (const [path, body] of [
      ['/livechat/messages', said],
      [`/livechat/${contactId}/scheduled`, { body: 'Look', media: [url], send_at }],
      ['/broadcasts/test', test],
      [`/broadcasts/${made.body.data.id}/schedule`, {}],
      [`/broadcasts/${copy.body.data.id}/schedule`, {}],
    ] as const) {
      const answer = await post(path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, 'mms_inactive']);
    }
    // Words go out, and what comes in is shown.
    expect((await post('/livechat/messages', { ...said, media: [] })).status).toBe(200);
  });

  it('for pages has a path on every host, and variants', async () => {
    const { status, body } = await upload('/businesses/upload-image', await png(2000, 1000));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      url: expect.stringMatching(/^\/media\/[\w-]{22}$/),
      width: 1600,
      height: 800,
      variants: { 320: expect.any(String), 800: expect.any(String) },
    });
    expect(await sharp((await served(body.data.variants['320']!)).rawPayload).metadata()).toMatchObject({
      width: 320,
      height: 160,
    });
  });

  it.each(uploads)('as SVG to %s is drawn: never served as SVG', async (path) => {
    const { status, body } = await upload(
      path,
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></svg>',
      ),
      { name: 'logo.svg', type: 'image/svg+xml' },
    );
    expect(status).toBe(200);
    expect(body.data.content_type).toBe('image/png');
    expect((await served(body.data.url)).headers['content-type']).toBe('image/png');
  });
});

describe('what is refused', () => {
  const bomb = () =>
    sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const bad: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array, string, string])[] = [
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'a.svg',
      'image/svg+xml',
    ],
    [
      'HTML that calls itself a picture',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a.png',
      'image/png',
    ],
    [
      'a GIF’s head on a script',
      () => Buffer.from('GIF89a/*                    */=1;alert(1)//'),
      'a.gif',
      'image/gif',
    ],
    ['a zip', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]), 'a.png', 'image/png'],
    ['nothing', () => Buffer.alloc(0), 'a.png', 'image/png'],
    ['a PNG cut off', () => Buffer.from([0x89, 0x50]), 'a.png', 'image/png'],
    ['64 million pixels in a few KB', bomb, 'a.png', 'image/png'],
  ];
  it.each(uploads.flatMap((path) => bad.map((one) => [...one, path] as const)))(
    '%s',
    async (_what, make, name, type, path) => {
      const before = await kept();
      const { status, body } = await upload(path, await make(), { name, type });
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'unsupported_media' });
      expect(body.errors['file']).toEqual([body.message]);
      expect(await kept()).toBe(before);
    },
  );

  it.each(uploads)('too much to %s is 413, no form is 415, no file is 422', async (path) => {
    const picture = await png();
    for (const size of [5, 8])
      expect((await upload(path, Buffer.concat([picture, Buffer.alloc(size * 1024 * 1024)]))).status).toBe(413);
    const second =
      '--the-boundary\r\ncontent-disposition: form-data; name="file"; filename="b.png"\r\ncontent-type: image/png\r\n\r\nx\r\n';
    expect((await upload(path, picture, { more: second })).status).toBe(413);
    expect((await app.call(bella.token, 'POST', path, { a: 1 })).status).toBe(415);
    const field = Buffer.from(
      '--the-boundary\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--the-boundary--\r\n',
    );
    expect(
      (
        await app.api.inject({
          method: 'POST',
          url: `/api/v1${path}`,
          payload: field,
          headers: {
            authorization: `Bearer ${bella.token}`,
            'content-type': 'multipart/form-data; boundary=the-boundary',
          },
        })
      ).statusCode,
    ).toBe(422);
    for (const garbage of [
      '',
      'x',
      '--the-boundary',
      '--the-boundary\r\n\r\n',
      '--the-boundary\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--the-boundary--',
    ]) {
      const answer = await app.api.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        payload: garbage,
        headers: {
          authorization: `Bearer ${bella.token}`,
          'content-type': 'multipart/form-data; boundary=the-boundary',
        },
      });
      expect({ garbage, ok: answer.statusCode >= 400 && answer.statusCode < 500 }).toEqual({ garbage, ok: true });
    }
  });

  it('addresses of no picture are 404', async () => {
    for (const id of ['x', 'A'.repeat(22), '..%2f..%2fetc%2fpasswd'])
      expect((await app.api.inject({ url: `/media/${id}` })).statusCode).toBe(404);
  });

  it('more than anybody needs in an hour', async () => {
    const other = await app.addUser('Admin', null);
    const { id } = (await app.call<{ id: string }>(other, 'GET', '/profile')).body;
    const { createHash } = await import('node:crypto');
    await app.pool.query(
      "insert into ops.rate_limits (key, hits, resets_at) values ($1, 300, now() + interval '1 hour')",
      [createHash('sha256').update(`pictures:${id}`).digest('base64url')],
    );
    expect((await upload('/uploads/image', await png(), { token: other })).status).toBe(429);
    expect((await upload('/uploads/image', await png())).status).toBe(200);
  });
});

describe('a picture is deleted', () => {
  const remove = (token: string, url: string) => app.call(token, 'POST', '/businesses/delete-image', { url });

  it('by its business only, with its variants; bytes that others keep stay', async () => {
    const content = await png(900, 300);
    const [mine, theirs] = [
      (await upload('/businesses/upload-image', content)).body.data,
      (await upload('/businesses/upload-image', content, { token: mallory.token })).body.data,
    ];
    expect((await remove(mallory.token, mine.url)).status).toBe(404);
    expect((await served(mine.url)).statusCode).toBe(200);
    expect(await remove(bella.token, mine.url)).toMatchObject({ status: 200, body: { success: true } });
    for (const url of [mine.url, ...Object.values(mine.variants)]) expect((await served(url)).statusCode).toBe(404);
    for (const url of [theirs.url, ...Object.values(theirs.variants)]) expect((await served(url)).statusCode).toBe(200);
    expect((await remove(mallory.token, `${publicUrl}${theirs.url}`)).status).toBe(200);
    expect((await served(theirs.url)).statusCode).toBe(404);
    expect((await remove(bella.token, mine.url)).status).toBe(404);
  });

  it('not when it was sent, and not by its variant: a conversation keeps its pictures', async () => {
    const sent = (await upload('/uploads/image', await png())).body.data.url;
    const { variants } = (await upload('/businesses/upload-image', await png(900, 300))).body.data;
    for (const url of [
      sent,
      variants['320']!,
      'https://elsewhere.example.test/a.png',
      '/media/../../etc/passwd',
      '/etc/passwd',
    ])
      expect((await remove(bella.token, url)).status).toBe(404);
    expect((await served(sent)).statusCode).toBe(200);
  });
});

describe('a logo', () => {
  it('is a picture that the business itself uploaded', async () => {
    const { url } = (await upload('/businesses/upload-image', await png())).body.data;
    const theirs = (await upload('/businesses/upload-image', await png(10, 10), { token: mallory.token })).body.data
      .url;
    const settings = { name: 'bella', currency: 'USD', timezone: 'America/Los_Angeles', date_format: 'MM/DD/YYYY' };
    const revision = async () =>
      (await app.call<{ data: { revision: number } }>(bella.token, 'GET', `/businesses/${bella.businessId}/info`)).body
        .data.revision;
    for (const logo of [theirs, 'https://tracker.example.test/pixel.png', 'javascript:alert(1)']) {
      expect(
        await app.call(bella.token, 'PUT', '/businesses/edit-settings', {
          ...settings,
          logo,
          revision: await revision(),
        }),
      ).toMatchObject({ status: 422, body: { errors: { logo: [expect.any(String)] } } });
    }
    expect(
      (
        await app.call(bella.token, 'PUT', '/businesses/edit-settings', {
          ...settings,
          logo: url,
          revision: await revision(),
        })
      ).status,
    ).toBe(200);
    expect((await app.call(bella.token, 'GET', `/businesses/${bella.businessId}/info`)).body).toMatchObject({
      data: { logo: url },
    });
  });
});
