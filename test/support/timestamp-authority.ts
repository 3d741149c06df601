import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Answers a query of RFC 3161 with a status of HTTP and bytes. */
type Answer = (query: Buffer) => { readonly status: number; readonly body: Buffer };
const away: Answer = () => ({ status: 503, body: Buffer.alloc(0) });

/** A time-stamp authority over HTTP: away until `answer` is set; `stamp` is what OpenSSL's own answers. */
export async function startTimestampAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'beckon-authority-'));
  const authority = { answer: away };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { status, body } = authority.answer(Buffer.concat(parts));
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const openssl = (...given: readonly string[]) => spawnSync('openssl', given, { cwd: folder, encoding: 'utf8' });
  if (hasOpenssl) {
    const extensions = ['extendedKeyUsage=critical,timeStamping', 'keyUsage=critical,digitalSignature'];
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'certificate.pem'],
      ...['-subj', '/CN=authority', '-days', '3650', ...extensions.flatMap((one) => ['-addext', one])],
    );
    const config = `[tsa]\ndefault_tsa = own\n[own]\nserial = serial\nsigner_cert = certificate.pem\nsigner_key = key.pem
signer_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\naccuracy = secs:1\n`;
    writeFileSync(join(folder, 'authority.cnf'), config);
    writeFileSync(join(folder, 'serial'), '01\n');
  }
  return {
    authority,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    stamp(query: Buffer): Buffer {
      writeFileSync(join(folder, 'query'), query);
      openssl('ts', '-reply', '-config', 'authority.cnf', '-queryfile', 'query', '-out', 'answer');
      return readFileSync(join(folder, 'answer'));
    },
    /** As a stranger checks it, with the authority's certificate. */
    verifies(data: Buffer, token: Buffer): boolean {
      writeFileSync(join(folder, 'data'), data);
      writeFileSync(join(folder, 'token'), token);
      return openssl('ts', '-verify', '-data', 'data', '-in', 'token', '-CAfile', 'certificate.pem').status === 0;
    },
    async close(): Promise<void> {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
