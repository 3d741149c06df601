import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { openDirectory } from '../adapters/directory/index.ts';
import { cancelMove, joinPlatform, moveAgency, MoveRefused } from './agency-move/move.ts';
import { openCell } from './agency-move/open-cell.ts';
import { readConfig, secretKeyFrom } from './config.ts';
import { tellError } from './error-serializer.ts';

const usage = `npm run agency:move -- AGENCY_ID …   move an agency to another installation, or go on with a move that was cut off
npm run agency:move -- cancel AGENCY_ID …   take back a move that has not arrived
npm run agency:move -- join …              let a new installation make the same ids, before its first start
npm run agency:move -- cell NAME URL --directory URL   tell the router where an installation answers

  --from NAME --to NAME             the installations, as the directory knows them
  --to-database URL --to-data DIR   the other installation; this one is the environment's (DATABASE_URL, DATA_DIR)
  --directory URL                   the Postgres of the directory

All installations of a platform have one SECRET_KEY.`;

/** Returns the exit code: 0 done, 1 failed, refused or wrongly called. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'to-database': { type: 'string' },
      'to-data': { type: 'string' },
      directory: { type: 'string' },
    },
  });
  const [first, ...rest] = positionals;
  const isCell = first === 'cell' && rest.length === 2;
  const isJoin = first === 'join' && rest.length === 0;
  const isCancel = first === 'cancel' && rest.length === 1;
  const agencyId = isCancel ? rest[0]! : first;
  const { from: fromName, to: toName, directory: directoryUrl, 'to-data': toData } = values;
  const isMove = isCancel || (!isCell && !isJoin && rest.length === 0 && /^[0-9a-f-]{36}$/.test(first ?? ''));
  if (
    (isCell && directoryUrl === undefined) ||
    ((isMove || isJoin) && (toData === undefined || fromName === undefined || toName === undefined)) ||
    (isMove && directoryUrl === undefined) ||
    !(isCell || isJoin || isMove)
  ) {
    console.error(usage);
    return 1;
  }
  const read = readConfig(process.env);
  if ('problems' in read) {
    for (const problem of read.problems) console.error(problem);
    return 1;
  }
  const log = pino({ level: 'warn', base: null, serializers: { err: tellError } }, pino.destination(2));
  const { config } = read;
  const closers: (() => Promise<unknown>)[] = [];
  try {
    if (isCell) {
      const directory = await openDirectory(directoryUrl!);
      closers.unshift(() => directory.close());
      await directory.cell(rest[0]!, rest[1]!);
      console.log(`${rest[0]} answers at ${rest[1]}.`);
      return 0;
    }
    if (config.eventStoreUrl !== null)
      throw new MoveRefused(
        'With EVENT_STORE_URL an agency can’t be moved: only a log in Postgres can close for one agency.',
      );
    const secretKey = secretKeyFrom(config);
    const from = await openCell(
      { name: fromName!, databaseUrl: config.databaseUrl, dataDir: config.dataDir, s3: config.s3, secretKey },
      log,
    );
    closers.unshift(() => from.close());
    const settings = { name: toName!, databaseUrl: values['to-database'] ?? null, dataDir: toData!, secretKey };
    const to = await openCell({ ...settings, isNew: isJoin }, log);
    closers.unshift(() => to.close());
    if (isJoin) {
      await joinPlatform(from, to);
      console.log(`${toName} makes the same ids as ${fromName} now. Start it with the same SECRET_KEY.`);
      return 0;
    }
    const directory = await openDirectory(directoryUrl!);
    closers.unshift(() => directory.close());
    const move = { agencyId: agencyId!, from, to, directory, told: (line: string) => console.log(line) };
    await (isCancel ? cancelMove(move) : moveAgency(move));
    console.log(isCancel ? `The agency goes on at ${fromName}.` : `The agency has moved to ${toName}.`);
    return 0;
  } catch (error) {
    console.error(
      error instanceof MoveRefused || (error as Error).name === 'SealBroken' ? (error as Error).message : error,
    );
    return 1;
  } finally {
    for (const close of closers) await close();
  }
}

process.exitCode = await main(process.argv.slice(2));
