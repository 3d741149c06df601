import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { SMTPServer } from 'smtp-server';
import type { Inbox } from './inbox.ts';

/** The largest email taken, in bytes. */
const sizeLimit = 25 * 1024 * 1024;

/** Recipients with a fixed outcome, by the part before the @ (a `+tag` behind it does not matter). */
export const magicRecipients = [
  { local: 'bounce', says: 'Refused for good: 550 5.1.1 mailbox unavailable' },
  { local: 'tempfail', says: 'Refused for now: 451 4.3.2 try again later' },
  { local: 'slow', says: 'Taken, but only after 10 seconds' },
] as const;

const localPart = (address: string) => address.split('@', 1)[0]?.split('+', 1)[0]?.toLowerCase();

const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

/** An SMTP server without encryption that keeps what it gets. */
export async function startSmtp(options: {
  readonly host: string;
  readonly port: number;
  readonly inbox: Inbox;
  readonly users: readonly { readonly user: string; readonly password: string }[] | null;
  slowMs(): number;
  readonly log: Logger;
}): Promise<{ port: number; close(): Promise<void> }> {
  const { inbox, users, log } = options;
  const server = new SMTPServer({
    banner: 'Sandbox inbox',
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: users === null,
    disableReverseLookup: true,
    size: sizeLimit,
    closeTimeout: 500,
    onAuth(auth, _session, done) {
      const known =
        users === null || users.some(({ user, password }) => user === auth.username && password === auth.password);
      if (known) done(null, { user: auth.username ?? '' });
      else done(refusal(535, '5.7.8 Authentication credentials invalid'));
    },
    onRcptTo({ address }, _session, done) {
      const local = localPart(address);
      if (local === 'bounce') return done(refusal(550, '5.1.1 Requested action not taken: mailbox unavailable'));
      if (local === 'tempfail') return done(refusal(451, '4.3.2 Requested action aborted: try again later'));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('error', done);
      stream.on('end', () => {
        if (stream.sizeExceeded)
          return done(refusal(552, '5.3.4 Message exceeds the fixed maximum message size of 25 MB'));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const user = typeof session.user === 'string' ? session.user : null;
        const wait = to.some((address) => localPart(address) === 'slow') ? options.slowMs() : 0;
        const keep = async () => {
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
          return inbox.receive({ from, to, user, content: Buffer.concat(chunks) });
        };
        keep().then(
          (id) => done(null, `2.0.0 Ok: queued as ${id}`),
          (error: unknown) => {
            log.error({ err: error }, 'An email could not be kept');
            done(refusal(451, '4.3.0 The email could not be kept'));
          },
        );
      });
    },
  });
  server.on('error', (error) => log.debug({ err: error }, 'An SMTP connection ended with an error'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
