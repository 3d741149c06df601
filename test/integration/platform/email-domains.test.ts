import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailDomains } from '../../../adapters/email-domains/index.ts';
import { type DnsServer, startDnsServer } from '../../support/dns.ts';

let dns: DnsServer;
const domains = () => createEmailDomains({ servers: [dns.address], timeoutMs: 300 });
beforeAll(async () => {
  dns = await startDnsServer({
    'mail.example': { MX: ['mx1.mail.example', 'mx2.mail.example'] },
    'address.example': { A: ['192.0.2.1'] },
    'six.example': { AAAA: ['2001:db8::1'] },
    'refuses.example': { MX: ['.'], A: ['192.0.2.1'] },
    'empty.example': { TXT: ['nothing here'] },
    'broken.example': { fail: true },
    'silent.example': { silent: true },
  });
});
afterAll(() => dns.close());

describe('email to a domain', () => {
  it('can arrive where there is a mail exchanger, or an address', async () => {
    for (const domain of ['mail.example', 'address.example', 'six.example'])
      expect(await domains().takesEmail(domain), domain).toBe(true);
  });
  it('can not where the DNS says so: no such domain, nothing to deliver to, or a null MX', async () => {
    for (const domain of ['unknown.example', 'empty.example', 'refuses.example'])
      expect(await domains().takesEmail(domain), domain).toBe(false);
  });
  it("is nobody's guess where the DNS is broken, silent or away", async () => {
    for (const domain of ['broken.example', 'silent.example'])
      expect(await domains().takesEmail(domain), domain).toBeNull();
    const gone = await startDnsServer();
    await gone.close();
    expect(await createEmailDomains({ servers: [gone.address], timeoutMs: 200 }).takesEmail('mail.example')).toBeNull();
  });
});
