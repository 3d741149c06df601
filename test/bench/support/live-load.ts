/**
 * The load of the live bench, in a process of its own: sends signed texts at a steady rate, open loop (a slow answer
 * delays no later text), and listens on one websocket. Both ends are here, so one clock measures from handing the
 * request over to the frame's arrival.
 */
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';

export interface LiveLoad {
  readonly origin: string;
  readonly publicUrl: string;
  readonly path: string;
  readonly authToken: string;
  readonly token: string;
  readonly to: string;
  readonly rate: number;
  readonly seconds: number;
  /** Sent before the clock starts. */
  readonly warmUp: number;
  /** Distinguishes the runs: message ids must not repeat. */
  readonly run: string;
}

export interface LiveFigures {
  readonly sent: number;
  readonly refused: number;
  readonly lost: number;
  readonly doubled: number;
  readonly outOfOrder: number;
  /** Message id, when it was handed over and when its frame came, in ms of the clock that the machine's processes share. */
  readonly ends: readonly (readonly [id: string, sent: number, arrived: number])[];
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

async function load(options: LiveLoad): Promise<LiveFigures> {
  const pool = new Pool(options.origin, { connections: 64, pipelining: 1 });
  const socket = new WebSocket(`${options.origin.replace('http', 'ws')}/api/v1/live`);
  const sentAt = new Map<string, number>();
  const arrived = new Map<string, number>();
  let doubled = 0;
  let outOfOrder = 0;
  let newest = 0n;
  let ready: () => void = () => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  socket.on('message', (data) => {
    const at = performance.now();
    const frame = JSON.parse(String(data)) as { type: string; message_id?: string; status?: string; position?: string };
    if (frame.type === 'ready') ready();
    if (frame.type !== 'message-changed' || frame.status !== 'received') return;
    const id = frame.message_id!;
    if (arrived.has(id)) doubled += 1;
    else arrived.set(id, at);
    const position = BigInt(frame.position!);
    if (position <= newest) outOfOrder += 1;
    newest = position;
  });
  socket.on('open', () => socket.send(JSON.stringify({ token: options.token, after: null })));
  await isReady;

  let refused = 0;
  let under = 0;
  const total = options.warmUp + options.rate * options.seconds;
  const shoot = (index: number): void => {
    const sid = `SM${options.run}${String(index).padStart(32 - options.run.length, '0')}`;
    const form = {
      AccountSid: 'AC1',
      Body: `Hello ${index}`,
      From: `+1202555${String(1000 + (index % 200)).padStart(4, '0')}`,
      MessageSid: sid,
      NumMedia: '0',
      To: options.to,
    };
    const signature = createHmac('sha1', options.authToken)
      .update(
        `${options.publicUrl}${options.path}${Object.keys(form)
          .sort()
          .map((key) => key + form[key as keyof typeof form])
          .join('')}`,
      )
      .digest('base64');
    const body = new URLSearchParams(form).toString();
    under += 1;
    sentAt.set(uuidV5(namespaces.message, 'twilio', sid), performance.now());
    pool
      .request({
        path: options.path,
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      })
      .then(
        async (response) => {
          await response.body.dump();
          if (response.statusCode !== 200) refused += 1;
          under -= 1;
        },
        () => {
          refused += 1;
          under -= 1;
        },
      );
  };

  const started = performance.now();
  let index = 0;
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * options.rate) + 1);
      while (index < due) shoot(index++);
      if (index < total) setTimeout(tick, 1);
      else resolve();
    };
    tick();
  });
  const until = performance.now() + 10_000;
  while ((under > 0 || arrived.size < sentAt.size) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 200)); // Whatever comes twice comes now.

  const latencies = [...sentAt]
    .slice(options.warmUp)
    .flatMap(([id, at]) => (arrived.has(id) ? [arrived.get(id)! - at] : []))
    .sort((left, right) => left - right);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  socket.close();
  await pool.close();
  return {
    sent: total,
    refused,
    lost: [...sentAt.keys()].filter((id) => !arrived.has(id)).length,
    doubled,
    outOfOrder,
    ends: [...sentAt]
      .slice(options.warmUp)
      .flatMap(([id, at]) =>
        arrived.has(id) ? [[id, performance.timeOrigin + at, performance.timeOrigin + arrived.get(id)!] as const] : [],
      ),
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  };
}

process.once('message', (options: LiveLoad) => {
  load(options).then(
    (figures) => process.send!(figures),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
