import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A device that makes and shows one passkey, as a browser hands on what it says (Web Authentication 3, section 6). */
export function passkeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const id = randomBytes(32);
  const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
  const url = (data: Buffer): string => data.toString('base64url');
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** Flags: present 1, unlocked 4, with a credential 64. */
  const authData = (host: string, flags: number, counter: number, rest: Buffer = Buffer.of()): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.of(flags), count, rest]);
  };
  // The few kinds of CBOR (RFC 8949) that are needed: byte strings shorter than 256 and maps written out.
  const bytes = (data: Buffer): Buffer => Buffer.concat([Buffer.of(0x58, data.length), data]);
  const text = (words: string): Buffer => Buffer.concat([Buffer.of(0x60 + words.length), Buffer.from(words)]);
  const key = Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    bytes(Buffer.from(y, 'base64url')),
  ]);
  let counter = 0;
  let handle = '';
  return {
    id: url(id),
    /** What the server said that the user is called; devices keep it. */
    handle: () => handle,
    make(options: Readonly<Record<string, unknown>>, { origin, host }: { origin: string; host: string }) {
      const { challenge, user } = options as { challenge: string; user: { id: string } };
      handle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.of(0xa0),
        text('authData'),
        bytes(authData(host, 0x45, counter, credential)),
      ]);
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(clientData('webauthn.create', challenge, origin)),
          attestationObject: url(attestation),
          transports: ['internal'],
        },
      };
    },
    show(
      options: Readonly<Record<string, unknown>>,
      { origin, host, unlocked = true, count }: { origin: string; host: string; unlocked?: boolean; count?: number },
    ) {
      counter = count ?? counter + 1;
      const data = clientData('webauthn.get', (options as { challenge: string }).challenge, origin);
      const auth = authData(host, unlocked ? 0x05 : 0x01, counter);
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(data),
          authenticatorData: url(auth),
          signature: url(sign('sha256', Buffer.concat([auth, sha256(data)]), privateKey)),
          userHandle: handle,
        },
      };
    },
  };
}
