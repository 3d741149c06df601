import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailgunProvider } from '../../../adapters/email/mailgun/index.ts';
import type { EmailProvider, OutgoingEmail } from '../../../adapters/email/port.ts';
import { createSendgridProvider } from '../../../adapters/email/sendgrid/index.ts';
import { createSesProvider } from '../../../adapters/email/ses/index.ts';
import { createSmtpProvider } from '../../../adapters/email/smtp/index.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';

/** One suite for every email provider: the official SDKs against the sandbox. */
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { smtpSlowMs: 50 } });
});
afterAll(() => sandbox.close());

interface Setup {
  readonly name: string;
  readonly open: (url: string | null) => EmailProvider;
  readonly wrong: () => EmailProvider | null;
}
const setups: readonly Setup[] = [
  {
    name: 'smtp',
    wrong: () => null,
    open: (url) =>
      createSmtpProvider({
        host: '127.0.0.1',
        port: url === null ? 9 : sandbox.smtpPort,
        secure: false,
        auth: null,
        ignoreTls: true,
        timeoutMs: 3_000,
      }),
  },
  {
    name: 'sendgrid',
    open: (url) =>
      createSendgridProvider({
        apiKey: 'SG.abcdefghijk.0123456789',
        baseUrl: url ?? 'http://127.0.0.1:9',
        timeoutMs: 3_000,
      }),
    wrong: () => createSendgridProvider({ apiKey: 'SG.wrong.0123456789', baseUrl: sandbox.url }),
  },
  {
    name: 'mailgun',
    open: (url) =>
      createMailgunProvider({
        apiKey: 'key-0123456789abcdef',
        domain: 'mg.example.test',
        region: 'eu',
        baseUrl: url ?? 'http://127.0.0.1:9',
        timeoutMs: 3_000,
      }),
    wrong: () =>
      createMailgunProvider({
        apiKey: 'wrong-key-12345',
        domain: 'mg.example.test',
        region: 'us',
        baseUrl: sandbox.url,
      }),
  },
  {
    name: 'ses',
    open: (url) =>
      createSesProvider({
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'secret',
        region: 'eu-central-1',
        endpoint: url ?? 'http://127.0.0.1:9',
        timeoutMs: 3_000,
      }),
    wrong: () =>
      createSesProvider({
        accessKeyId: 'AKIAWRONG7EXAMPLE123',
        secretAccessKey: 'secret',
        region: 'us-east-1',
        endpoint: sandbox.url,
      }),
  },
];

const email = (to: string, more: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  from: { name: 'Nørthwind, "Inc"', address: 'hello@northwind.example.test' },
  to,
  replyTo: null,
  subject: 'Choose a new password – today',
  text: 'Plain: ünïcode & <tags>\nSecond line',
  html: '<p>Rich: ünïcode &amp; &lt;tags&gt;</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  messageId: `<${to.split('@')[0]}.1@mail.example.test>`,
  ...more,
});

describe.each(setups)('$name', ({ name, open, wrong }) => {
  const using = async <T>(provider: EmailProvider, work: (provider: EmailProvider) => Promise<T>): Promise<T> => {
    try {
      return await work(provider);
    } finally {
      await provider.close();
    }
  };
  const send = (address: string) => using(open(sandbox.url), (provider) => provider.send(email(address)));

  test('what marketing needs arrives: where answers go, and how to unsubscribe by one press', async () => {
    const to = `${name}-list@example.test`;
    const headers = {
      'List-Unsubscribe': '<https://north.test/unsubscribe/email/abc/1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    const outcome = await using(open(sandbox.url), (provider) =>
      provider.send(email(to, { replyTo: 'shop@north.test', headers })),
    );
    expect(outcome.kind).toBe('accepted');
    const [arrived] = await sandbox.inbox.messages({ to });
    const has = (wanted: string) =>
      arrived!.headers.find(({ name: one }) => one.toLowerCase() === wanted.toLowerCase())?.value;
    expect(has('Reply-To')).toContain('shop@north.test');
    for (const [one, value] of Object.entries(headers)) expect(has(one)).toBe(value);
  });

  test('a file goes with it, byte for byte', async () => {
    const to = `${name}-file@example.test`;
    const content = Uint8Array.from({ length: 3_000 }, (_, nth) => nth % 256);
    const attachments = [{ name: 'Bill 2026-10.pdf', type: 'application/pdf', content }];
    const outcome = await using(open(sandbox.url), (provider) => provider.send(email(to, { attachments })));
    expect(outcome.kind).toBe('accepted');
    const [arrived] = await sandbox.inbox.messages({ to });
    expect(arrived!.attachments).toMatchObject([
      { name: 'Bill 2026-10.pdf', contentType: 'application/pdf', size: 3_000 },
    ]);
    const file = await fetch(`${sandbox.url}${arrived!.attachments[0]!.url}`);
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), content)).toBe(0);
    expect(arrived!.text).toContain('Second line');
  });

  test('nothing leaves before it was said that it may have been taken, and nothing where that is refused', async () => {
    const to = `${name}-handed@example.test`;
    let asked = 0;
    const sending = (handOver: () => Promise<void>) =>
      using(open(sandbox.url), (provider) =>
        provider.send(email(to), async () => {
          asked += 1;
          await handOver();
        }),
      );
    const refused = await sending(() => Promise.reject(new Error('taken over')));
    expect(refused).toMatchObject({ kind: 'rejected', permanent: false });
    expect(await sandbox.inbox.messages({ to })).toEqual([]);
    const sent = await sending(async () => {
      expect(await sandbox.inbox.messages({ to })).toEqual([]);
    });
    expect(sent.kind).toBe('accepted');
    expect([asked, (await sandbox.inbox.messages({ to })).length]).toEqual([2, 1]);
  });

  test('what is sent arrives whole: sender, subject, both bodies, headers', async () => {
    const to = `${name}-whole@example.test`;
    expect(await send(to)).toEqual({ kind: 'accepted', providerMessageId: expect.stringMatching(/.+/) });
    const [arrived, ...more] = await sandbox.inbox.messages({ to });
    expect(more).toEqual([]);
    expect(arrived).toMatchObject({
      subject: 'Choose a new password – today',
      envelope: { from: 'hello@northwind.example.test', to: [to] },
    });
    expect(arrived!.from).toMatch(/N.rthwind/);
    expect(arrived!.text.trim()).toBe('Plain: ünïcode & <tags>\nSecond line');
    expect(arrived!.html).toContain('ünïcode &amp; &lt;tags&gt;');
    const headers = Object.fromEntries(arrived!.headers.map((header) => [header.name.toLowerCase(), header.value]));
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      [name === 'ses' ? 'x-message-ref' : 'message-id']: `<${name}-whole.1@mail.example.test>`,
    });
  });

  test('a text alone is enough', async () => {
    const to = `${name}-plain@example.test`;
    expect(await using(open(sandbox.url), (provider) => provider.send(email(to, { html: null })))).toMatchObject({
      kind: 'accepted',
    });
    expect((await sandbox.inbox.messages({ to }))[0]).toMatchObject({ html: null });
  });

  test('a refusal for good is permanent, one of the moment is not', async () => {
    expect(await send(name === 'smtp' ? 'bounce@example.test' : 'refused@example.test')).toMatchObject({
      kind: 'rejected',
      permanent: true,
    });
    expect(await send(name === 'smtp' ? 'tempfail@example.test' : 'busy@example.test')).toMatchObject({
      kind: 'rejected',
      permanent: false,
    });
  });

  test('nobody there: certainly not sent, to be repeated', async () => {
    expect(await using(open(null), (provider) => provider.send(email('a@example.test')))).toMatchObject({
      kind: 'rejected',
      permanent: false,
    });
  });

  if (name !== 'smtp')
    test('an answer of 5xx, or none although the email was taken, is unknown', async () => {
      expect(await send('down@example.test')).toMatchObject({ kind: 'unknown' });
      expect(await send(`lost+${name}@example.test`)).toMatchObject({ kind: 'unknown' });
      expect(await sandbox.inbox.messages({ to: `lost+${name}@example.test` })).toHaveLength(1);
    });

  if (name !== 'smtp')
    test('a key that is not accepted any more says nothing about the email', async () => {
      expect(await using(wrong()!, (provider) => provider.send(email('a@example.test')))).toMatchObject({
        kind: 'rejected',
        permanent: false,
      });
    });
});
