/**
 * Visitors of a page, in a process of their own, so that what they cost is not taken for the server's. `look`: requests
 * leave at their time, whether the ones before are answered or not. `send`: forms, each as soon as the one before is
 * answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';

export type Visits =
  | {
      readonly act: 'look';
      readonly origin: string;
      readonly path: string;
      readonly rate: number;
      readonly seconds: number;
    }
  | {
      readonly act: 'send';
      readonly origin: string;
      readonly path: string;
      readonly keys: readonly string[];
      readonly seconds: number;
    };
/** ms, sorted; of `send` how long each form took. */
export interface Visited {
  readonly times: readonly number[];
}

process.once('message', (given: Visits) => {
  void (given.act === 'look' ? look(given) : send(given)).then((times) => {
    process.send!({ times: times.sort((a, b) => a - b) } satisfies Visited, () => process.exit(0));
  });
});

const agent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const address = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

async function look({ origin, path, rate, seconds }: Extract<Visits, { act: 'look' }>): Promise<number[]> {
  const clients = Array.from({ length: 16 }, () => new Client(origin, { pipelining: 1 }));
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let shot = 0; shot < rate * seconds; shot += 1) {
    const due = began + (shot * 1_000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const headers = { 'user-agent': agent, 'x-forwarded-for': address(shot % 5_000) };
    pending.push(
      clients[shot % clients.length]!.request({ method: 'GET', path, headers }).then(async ({ statusCode, body }) => {
        await body.arrayBuffer();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(pending);
  await Promise.all(clients.map((one) => one.close()));
  return times;
}

async function send({ origin, path, keys, seconds }: Extract<Visits, { act: 'send' }>): Promise<number[]> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let next = 0;
  const visitor = async (): Promise<void> => {
    const client = new Client(origin);
    while (performance.now() < until && next < keys.length) {
      const turn = next;
      next += 1;
      const form = {
        key: keys[turn]!,
        version: '1',
        name: 'Ann Lee',
        phone: `+1212${2_000_000 + turn}`,
        consent: 'yes',
      };
      const began = performance.now();
      const { statusCode, body } = await client.request({
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          'user-agent': agent,
          // Visitors come from many places; the limit is for each.
          'x-forwarded-for': address(turn),
        },
        body: new URLSearchParams(form).toString(),
      });
      const answer = await body.text();
      if (statusCode === 200) times.push(performance.now() - began);
      else throw new Error(`A form was answered with ${statusCode}: ${answer}`);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: 32 }, visitor));
  return times;
}
