import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What a name holds. A name that is not in the zone does not exist. `fail`: the server has a fault; `silent`: no answer comes. */
export interface Zone {
  [name: string]: {
    A?: string[];
    AAAA?: string[];
    CNAME?: string;
    TXT?: string[];
    MX?: string[];
    fail?: boolean;
    silent?: boolean;
  };
}
export interface DnsServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  /** May be changed at any time. */
  readonly zone: Zone;
  close(): Promise<void>;
}

const types = { 1: 'A', 5: 'CNAME', 15: 'MX', 16: 'TXT', 28: 'AAAA' } as const;
const numbers = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;

/**
 * A name server over UDP that speaks the real wire format (RFC 1035, 4), for a zone in memory. Follows its own CNAMEs,
 * as a resolver does.
 */
export async function startDnsServer(zone: Zone = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const reply = answer(query, zone);
    if (reply !== null) socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    zone,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answer(query: Buffer, zone: Zone): Buffer | null {
  const labels: string[] = [];
  let at = 12;
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    at += query[at]! + 1;
  }
  const question = query.subarray(12, at + 5);
  const type = types[query.readUInt16BE(at + 1) as keyof typeof types];
  const asked = labels.join('.').toLowerCase();
  let entry = zone[asked];
  if (entry?.silent === true) return null;

  const records: Buffer[] = [];
  let name = asked;
  for (let links = 0; entry?.CNAME !== undefined && links < 8; links += 1) {
    records.push(record(name, 'CNAME', encodeName(entry.CNAME)));
    name = entry.CNAME.toLowerCase();
    entry = type === 'CNAME' ? undefined : zone[name];
  }
  if (entry !== undefined && type !== undefined && type !== 'CNAME')
    for (const value of entry[type] ?? []) records.push(record(name, type, encodeValue(type, value)));
  const code =
    zone[asked]?.fail === true ? 2
    : zone[asked] === undefined ? 3
    : 0;

  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, question, ...records]);
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);

function encodeValue(type: 'A' | 'AAAA' | 'MX' | 'TXT', value: string): Buffer {
  if (type === 'MX') return Buffer.concat([Buffer.from([0, 10]), value === '.' ? Buffer.from([0]) : encodeName(value)]);
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'TXT')
    return Buffer.concat(
      (value.match(/.{1,255}/gs) ?? ['']).flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
    );
  const [head = '', tail = ''] = value.split('::');
  const words = (half: string): number[] => (half === '' ? [] : half.split(':').map((word) => parseInt(word, 16)));
  const [front, back] = [words(head), words(tail)];
  const all = [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]));
}

function record(name: string, type: keyof typeof numbers, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(numbers[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
}
