/**
 * A process that sends emails to users, for a test that kills it. Says `ready` when it is loaded, starts when it is told
 * `go`. Configured by Email, a JSON text.
 */
import { accountGone } from '../../../main/carrier-accounts.ts';
import { createEmailService } from '../../../main/email.ts';
import { openComposition } from '../../support/composition.ts';
import { quietLog as log } from '../../support/quiet.ts';

const { connectionString, sandboxUrl, publicUrl } = JSON.parse(process.env['MAIL'] ?? '{}') as {
  connectionString: string;
  sandboxUrl: string;
  publicUrl: string;
};
const composed = await openComposition(connectionString, { log, max: 8 });
const { store, vault, readModels } = composed;
const email = createEmailService({
  store,
  vault,
  readModels,
  config: { publicUrl, platformDomain: 'localhost', smtpUrl: null, mailFrom: null },
  sandboxUrl,
  name: 'Beckon',
});
const workers = composed.workers({
  mail: email,
  carrierFor: () => accountGone(log),
  config: {
    publicUrl,
    leaseMs: 1_000,
    polls: { emailMs: 100 },
    broadcasts: { pollMs: 100, lookMs: 200 },
    mail: { unknownMs: 200, retryFirstMs: 50, retryLongestMs: 200, attempts: 20 },
  },
});
process.stdout.write('ready\n');
process.stdin.once('data', () => void workers.start());
