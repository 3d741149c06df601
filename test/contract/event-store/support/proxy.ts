import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** Cuts every connection; new ones are let through. */
  cut(): void;
  /** While refusing, new connections are closed at once. */
  refuse(yes: boolean): void;
  /** From the nth new connection on (1: the next) they are taken and nothing is passed on; null: they are, late. */
  holdFrom(nth: number | null): void;
  close(): Promise<void>;
}

/** A wire that can be cut, between an adapter and its server. */
export async function startProxy(to: { readonly host: string; readonly port: number }): Promise<Proxy> {
  const open = new Set<Socket>();
  let refusing = false;
  let free = Infinity;
  const held = new Set<Socket>();
  const server = createServer((near) => {
    if (refusing) return void near.destroy();
    free -= 1;
    if (free >= 0) return pass(near);
    held.add(near);
    near.on('error', () => {});
    near.on('close', () => held.delete(near));
  });
  const pass = (near: Socket): void => {
    const far = connect(to);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    for (const socket of [...open, ...held]) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    refuse: (yes) => {
      refusing = yes;
    },
    holdFrom: (nth) => {
      free = nth === null ? Infinity : nth - 1;
      if (nth === null) for (const near of [...held]) pass(near);
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
