import { createHash, randomBytes } from 'node:crypto';
import type { SafeHttp } from '../http/port.ts';

/** A time-stamp authority (RFC 3161), asked over HTTP (3.4 there). */
export interface TimestampAuthority {
  readonly url: string;
  readonly http: Pick<SafeHttp, 'request'>;
}

// DER (X.690): a tag, a length, and what is in it.
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  // What is asked is short; its length is one byte.
  return Buffer.concat([Buffer.of(tag, body.length), body]);
};
const tags = { boolean: 0x01, integer: 0x02, octets: 0x04, sequence: 0x30, explicit0: 0xa0 } as const;
const sha256Oid = Buffer.from('0609608648016503040201', 'hex');
const none = Buffer.from('0500', 'hex');

/** `TimeStampReq`: version 1, the imprint, a nonce, and that the certificate is to come with the answer. */
const timestampRequest = (imprint: Uint8Array, nonce: Uint8Array): Buffer =>
  der(
    tags.sequence,
    der(tags.integer, Buffer.of(1)),
    der(tags.sequence, der(tags.sequence, sha256Oid, none), der(tags.octets, imprint)),
    der(tags.integer, nonce),
    der(tags.boolean, Buffer.of(0xff)),
  );

interface Element {
  readonly tag: number;
  readonly body: Buffer;
}
/** The elements that stand in these bytes one after the other. Throws where they are cut off or of no definite length. */
function elementsOf(bytes: Buffer): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const more = first < 0x80 ? 0 : first - 0x80;
    if (first === 0x80 || more > 4) throw new TypeError('This is not DER.');
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
    const from = at + 2 + more;
    if (from + length > bytes.length) throw new TypeError('This DER is cut off.');
    found.push({ tag, body: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return found;
}
const inside = (bytes: Buffer | undefined, tag: number, nth = 0): Buffer => {
  const element = elementsOf(bytes ?? Buffer.alloc(0))[nth];
  if (element?.tag !== tag) throw new TypeError('The answer is no time-stamp.');
  return element.body;
};

/**
 * Fails unless an answer (`TimeStampResp`) grants a token of this imprint and nonce. Who signed it, and whether that is
 * someone to believe, is for those who check it: `openssl ts -verify`.
 */
function checkTimestamp(answer: Buffer, imprint: Uint8Array, nonce: Uint8Array): void {
  const response = inside(answer, tags.sequence);
  const status = inside(inside(response, tags.sequence), tags.integer);
  if (status.length !== 1 || status[0]! > 1) throw new TypeError(`The authority refused: ${status.toString('hex')}.`);
  const signed = inside(inside(inside(response, tags.sequence, 1), tags.explicit0, 1), tags.sequence);
  const content = inside(inside(signed, tags.sequence, 2), tags.explicit0, 1);
  const info = elementsOf(inside(inside(content, tags.octets), tags.sequence));
  const stamped = inside(info[2]?.body, tags.octets, 1);
  // Behind the time, where also accuracy and order may stand.
  const nonces = info.slice(5).filter(({ tag }) => tag === tags.integer);
  if (!stamped.equals(imprint) || nonces[0]?.body.equals(nonce) !== true)
    throw new TypeError('The time-stamp is of something else.');
}

/** The authority's answer about these bytes, as it came. Throws when it does not answer, refuses, or answers of something else. */
export async function timestampOf({ url, http }: TimestampAuthority, bytes: Uint8Array): Promise<Buffer> {
  const imprint = createHash('sha256').update(bytes).digest();
  const nonce = randomBytes(8);
  // Positive, and no longer than it has to be, so that it comes back as it was sent.
  nonce[0] = 0x40 | (nonce[0]! & 0x3f);
  const { status, body } = await http.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: timestampRequest(imprint, nonce),
    timeoutMs: 5_000,
  });
  if (status !== 200) throw new TypeError(`The time-stamp authority answered ${status}.`);
  checkTimestamp(body, imprint, nonce);
  return body;
}
