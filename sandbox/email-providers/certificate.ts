import { type KeyObject, sign } from 'node:crypto';

/** DER, as far as a certificate needs it (ITU-T X.690). */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 128 ? [size]
    : size < 256 ? [0x81, size]
    : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (text: string) => der(0x18, Buffer.from(text));

/** sha256WithRSAEncryption. */
const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05));
const name = (common: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common)))));

/** A certificate for a key, signed by itself (RFC 5280), as PEM. */
export function certificateOf(common: string, publicKey: KeyObject, privateKey: KeyObject): string {
  const body = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    name(common),
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    name(common),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const whole = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
