import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, client, startApplication } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';

/** Time that people move ahead in the whole product, as it is tried by somebody new: through the sandbox, over HTTP. */
let app: Application;
const number = '+14155550100';
const phone = '+14155567001';
const hour = 3_600_000;
const day = 24 * hour;
beforeAll(async () => {
  app = await startApplication();
}, 240_000);
afterAll(() => app.dispose());

interface Told {
  readonly now: string;
  readonly aheadSeconds: number;
  readonly movable: boolean;
}
const clock = async () => (await (await fetch(`${app.sandboxUrl}/sandbox/clock`)).json()) as Told;
const move = async (body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${app.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Told & { message?: string } };
};

test('a text for tomorrow goes at once when time is moved there; who is signed in stays so, over a restart too', async () => {
  const { call, text, phone: texts, signIn } = client(app);
  const token = await signIn('business@demo.test');
  await text(phone, number, 'Do you have a table tomorrow?');
  type Chats = { data: { id: string; phone?: string }[] };
  const contact = await eventually(
    () => call<Chats>('GET', '/livechat?filter=all'),
    ({ data }) => data.length > 0,
  );
  const at = new Date(Date.now() + day);
  at.setUTCHours(18, 0, 0, 0);
  // The conversation is listed by one read model, and its contact found in another, which may come a moment later.
  await eventually(
    () => call<object>('GET', `/contacts/${contact.data[0]!.id}`),
    () => true,
  );
  await call('POST', `/livechat/${contact.data[0]!.id}/scheduled`, {
    body: 'Your table is ready.',
    send_at: at.toISOString(),
  });
  const got = async () => (await texts(phone)).some(({ body }) => body.includes('Your table is ready.'));
  expect(await got()).toBe(false);
  expect(await clock()).toMatchObject({ aheadSeconds: 0, movable: true });

  const moved = await move({ to: new Date(at.getTime() + 60_000).toISOString() });
  expect(moved).toMatchObject({ status: 200 });
  expect(Math.abs(Date.parse(moved.body.now) - at.getTime())).toBeLessThan(10 * 60_000);
  await eventually(got, (there) => there);

  // Farther than any session lives: still the same sign-in.
  for (let weeks = 0; weeks < 6; weeks += 1) expect((await move({ bySeconds: (7 * day) / 1000 })).status).toBe(200);
  const profile = await fetch(`${app.url}/api/v1/profile`, { headers: { authorization: `Bearer ${token}` } });
  expect(profile.status).toBe(200);
  const ahead = Number(profile.headers.get('x-clock-ahead'));
  expect(ahead).toBeGreaterThan(42 * day);

  // What people do now happens then, for the product and for the carrier.
  await text(phone, number, 'Thank you!');
  const last = await eventually(
    () => call<{ data: { at?: string; last_message?: { at: string } | null }[] }>('GET', '/livechat?filter=all'),
    ({ data }) => Date.parse(data[0]?.last_message?.at ?? '') > Date.now() + 42 * day,
  );
  expect(last.data).toHaveLength(1);

  for (const refused of [{ to: new Date().toISOString() }, { bySeconds: -5 }, { bySeconds: 0 }, {}, { to: 'later' }])
    expect((await move(refused)).status).toBe(422);
  expect((await move({ bySeconds: 60 }, { origin: 'https://evil.example' })).status).toBe(403);
  expect(Number((await clock()).aheadSeconds)).toBe(Math.round(ahead / 1000));

  await app.stop();
  await app.restart();
  expect((await clock()).aheadSeconds).toBe(Math.round(ahead / 1000));
  expect(await call('GET', '/profile')).toBeDefined();
}, 300_000);
