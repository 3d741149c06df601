import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpProvider } from '../../../adapters/email/smtp/index.ts';
import { outcomeOfSmtpFailure } from '../../../adapters/email/smtp/provider.ts';
import { type EmailProvider, noMailbox } from '../../../adapters/email/port.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { freePort } from '../../support/ports.ts';

let sandbox: Sandbox;
let smtp: EmailProvider;
const email = (to: string) => ({
  from: { name: "Bella's Pizzeria", address: 'bella@example.com' },
  to,
  replyTo: null,
  subject: 'Käse 🍕',
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: { 'List-Unsubscribe': '<https://example.com/u/1>' },
  messageId: '<one@example.com>',
});
const open = (port: number, timeoutMs = 2_000) =>
  createSmtpProvider({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTls: true,
    auth: { user: 'u', pass: 'p' },
    timeoutMs,
  });

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 1 });
  smtp = open(sandbox.smtpPort);
});
afterAll(async () => {
  await smtp.close();
  await sandbox.close();
});

describe('nodemailer against the sandbox', () => {
  it('delivers, with its own id and headers', async () => {
    expect(await smtp.send(email('guest@example.com'))).toEqual({
      kind: 'accepted',
      providerMessageId: '<one@example.com>',
    });
    const got = await sandbox.inbox.waitFor('guest@example.com');
    expect(got.subject).toBe('Käse 🍕');
    expect(JSON.stringify(got)).toContain('https://example.com/u/1');
  });

  it('hands over with the dot that ends the message: not to who is refused before, nor where the line breaks before', async () => {
    let asked = 0;
    const handOver = async () => {
      asked += 1;
    };
    await smtp.send(email('bounce@example.com'), handOver);
    await smtp.send(email('tempfail@example.com'), handOver);
    expect(asked).toBe(0);
    expect(await smtp.send(email('handed@example.com'), handOver)).toMatchObject({ kind: 'accepted' });
    expect(asked).toBe(1);
  });

  it('tells a refusal for good from one for now', async () => {
    expect(await smtp.send(email('bounce@example.com'))).toEqual({
      kind: 'rejected',
      permanent: true,
      detail: `${noMailbox} 550 5.1.1`,
    });
    expect(await smtp.send(email('tempfail@example.com'))).toMatchObject({ kind: 'rejected', permanent: false });
  });

  it.each([
    ['no such user', 'RCPT TO', 550, '550 5.1.1 <jane@x.test>: no such user Jane', 'no-mailbox 550 5.1.1'],
    ['no such user, without a code', 'RCPT TO', 550, '550 <jane@x.test> unknown', 'no-mailbox 550'],
    ['a spam filter', 'RCPT TO', 550, '550 5.7.1 Jane blocked', 'EENVELOPE 550 5.7.1'],
    ['a spam filter, without a code', 'RCPT TO', 550, '550 blocked using a blacklist', 'EENVELOPE 550'],
    ['no relay', 'RCPT TO', 550, '550 relay not permitted', 'EENVELOPE 550'],
    ['a sender that it does not want', 'MAIL FROM', 550, '550 5.1.1 sender unknown', 'EENVELOPE 550 5.1.1'],
    ['a full mailbox', 'RCPT TO', 552, '552 5.2.2 full', 'EENVELOPE 552 5.2.2'],
  ])(
    'knows whether there is a mailbox, and repeats nothing that a server says: %s',
    (_, command, responseCode, response, detail) => {
      const error = Object.assign(new Error(response), { code: 'EENVELOPE', command, responseCode, response });
      expect(outcomeOfSmtpFailure(error)).toMatchObject({ kind: 'rejected', permanent: true, detail });
    },
  );

  it('nobody there: refused for now, not unknown', async () => {
    const port = await freePort();
    const nobody = open(port!);
    expect(await nobody.send(email('guest@example.com'))).toMatchObject({ kind: 'rejected', permanent: false });
    await nobody.close();
  });

  it('no answer in time: unknown', async () => {
    const hasty = open(sandbox.smtpPort, 300);
    expect(await hasty.send(email('slow@example.com'))).toMatchObject({ kind: 'unknown' });
    await hasty.close();
  });
});
