import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves (32768 on, at some places 16000 on): between two starts of what
 * listens there, and before its first, no other test's connection or server on port 0 may get it. Above 10080, which
 * `fetch` refuses (WHATWG Fetch, "port blocking").
 */
const [first, count] = [10_100, 5_800];
/** Where this process begins to look: processes that look at the same time begin at different places. */
let next = (process.pid * 41) % count;

/** Ports that are free, on 127.0.0.1, and that this process has not given to anybody else. */
export async function freePorts(wanted: number): Promise<number[]> {
  const ports: number[] = [];
  for (let looked = 0; ports.length < wanted; looked += 1) {
    if (looked > count) throw new Error(`No ${wanted} free ports from ${first} to ${first + count}.`);
    const port = first + next;
    next = (next + 1) % count;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
