import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredAfterKillMs, type Application, client, startApplication } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { killsOr } from './support/kills.ts';

/**
 * The whole product in one process, as a new user runs it, killed in the middle of a burst: what the phones sent is answered, each
 * answer once, and every conversation is on the screen.
 */
let app: Application;
const number = '+14155550100';
const kills = killsOr(2);
const phones = Array.from({ length: kills * 40 }, (_, index) => `+1415556${String(1000 + index)}`);

beforeAll(async () => {
  app = await startApplication();
});
afterAll(() => app.dispose());

test(`a burst survives kill -9 ${kills} times: nothing is lost, nothing is sent twice`, async () => {
  const { text, phone, signIn, call } = client(app);
  const sent = new Set<string>();

  for (let round = 0; round < kills; round += 1) {
    const slice = phones.slice(round * 40, round * 40 + 40);
    // Killed as soon as so many texts have been taken: some are answered by then, some not, some are on their way in.
    const enough = Promise.withResolvers<void>();
    let taken = 0;
    const burst = Promise.all(
      slice.map(async (from) => {
        // A phone that got no answer does not know whether its text went out; what counts is what the carrier took.
        await text(from, number, 'Pizza!').then(
          () => (taken += 1) === 10 + (round % 3) * 10 && enough.resolve(),
          () => undefined,
        );
      }),
    );
    await enough.promise;
    await app.kill();
    await burst;
    await app.restart();
  }
  for (const from of phones) {
    const messages = await phone(from);
    const outgoing = messages.filter((message) => message.from === from).length;
    expect(outgoing).toBeLessThanOrEqual(1);
    if (outgoing === 1) sent.add(from);
  }
  // The kills must have come in the middle: something was taken, else this test shows nothing.
  expect(sent.size).toBeGreaterThan(kills * 5);

  // One phone whose text is known to have gone through tells what answers a keyword sets off.
  await text('+14155569999', number, 'PIZZA');
  const replies = (
    await eventually(
      () => phone('+14155569999'),
      (messages) => messages.some((message) => message.from === number),
    )
  )
    .filter((message) => message.from === number)
    .map((message) => message.body);
  sent.add('+14155569999');

  for (const from of sent) {
    const answers = await eventually(
      async () => (await phone(from)).filter((message) => message.from === number).map((message) => message.body),
      (bodies) => bodies.length >= replies.length,
      answeredAfterKillMs,
    );
    expect(new Set(answers).size, `${from} got an answer twice`).toBe(answers.length);
  }

  await signIn('business@demo.test');
  const total = await eventually(
    async () => (await call<{ meta: { total: number } }>('GET', '/livechat?filter=all&per_page=100')).meta.total,
    (count) => count >= sent.size,
  );
  expect(total).toBe(sent.size);
}, 600_000);
