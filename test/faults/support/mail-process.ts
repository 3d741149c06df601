/** A process that sends mails to users, for a test that kills it. Says `ready` when it is loaded, starts when it is told `go`. Configured by MAIL, a JSON text. */
import { createLocalBus } from '../../../adapters/bus/local.ts';
import { createDatabase } from '../../../adapters/database/pool.ts';
import { createPostgresEventStore, withCodec } from '../../../adapters/event-store/index.ts';
import { createIdentifiers } from '../../../adapters/identifiers/index.ts';
import { createSubjectKeys, createVault } from '../../../adapters/vault/index.ts';
import { createCommands } from '../../../commands/index.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import { createMailService } from '../../../main/mail.ts';
import { createReadModels } from '../../../projections/index.ts';
import { createWorkers } from '../../../workers/index.ts';
import { secretKey } from '../../integration/providers/world.ts';
import { quietLog as log } from '../../support/quiet.ts';

const { connectionString, sandboxUrl, publicUrl } = JSON.parse(process.env['MAIL'] ?? '{}') as {
  connectionString: string;
  sandboxUrl: string;
  publicUrl: string;
};
const { db } = createDatabase({ connectionString, log, max: 8 });
const bus = createLocalBus({ log });
const vault = createVault({ db, secretKey });
const subjectKeys = createSubjectKeys({ db, secretKey });
const store = withCodec(createPostgresEventStore({ connectionString, bus, log }), {
  subjectKeys,
  catalogue: eventCatalogue,
});
const commands = createCommands({
  events: store,
  vault,
  subjectKeys,
  identifiers: await createIdentifiers({ vault }),
  now: () => new Date(),
});
const mail = createMailService({
  store,
  vault,
  readModels: createReadModels(db),
  config: { publicUrl, platformDomain: 'localhost', smtpUrl: null, mailFrom: null },
  sandboxUrl,
  name: 'Beckon',
});
const workers = createWorkers({
  store,
  db,
  bus,
  commands,
  now: () => new Date(),
  log,
  mail,
  carrierFor: () => accountGone(log),
  config: { publicUrl, leaseMs: 1_000, mail: { unknownMs: 200, retryFirstMs: 50, retryLongestMs: 200, attempts: 20 } },
});
process.stdout.write('ready\n');
process.stdin.once('data', () => void workers.start());
