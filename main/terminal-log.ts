import { type LevelWithSilent, type Logger, pino } from 'pino';
import { tellError } from './error-serializer.ts';

/** Fields that say no more than the line itself, or that only programs read. */
const quietFields = new Set(['level', 'time', 'msg', 'part', 'err', 'requestId', 'pid', 'hostname']);
const names: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
const colours: Readonly<Record<number, string>> = { 40: '\u001B[33m', 50: '\u001B[31m', 60: '\u001B[31m' };
const dim = '\u001B[2m';
const plain = '\u001B[0m';

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly part?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** `14:03:22 warning sender: The carrier is away. (attempt=3)`; what failed follows, with its stack where it is a fault of ours. */
export function terminalLine(json: string, { colour }: { readonly colour: boolean }): string {
  let line: Line;
  try {
    line = JSON.parse(json) as Line;
  } catch {
    return json;
  }
  const { level, time, msg = '', part, err } = line;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const more = Object.entries(line)
    .filter(([field, value]) => !quietFields.has(field) && value !== undefined && value !== null)
    .map(([field, value]) => `${field}=${shown(value)}`);
  const head = [names[level] ?? String(level), part === undefined ? '' : `${part}:`].filter((word) => word !== '');
  const words = [...head, msg, ...(more.length === 0 ? [] : [`(${more.join(', ')})`])].join(' ');
  const cause =
    err === undefined ? ''
    : level >= 50 && err.stack !== undefined ? `\n  ${err.stack.split('\n').slice(0, 6).join('\n  ')}`
    : `\n  ${err.message ?? err.type ?? ''}`;
  if (!colour) return `${clock} ${words}${cause}\n`;
  return `${dim}${clock}${plain} ${colours[level] ?? ''}${words}${cause}${plain}\n`;
}

/** Lines of JSON for programs; short lines for the person at a terminal. */
export function createLog(level: LevelWithSilent, out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: (error: unknown) => tellError(error) },
    redact: ['password', 'authToken', 'secretKey', '*.password', '*.authToken', '*.secretKey'],
  };
  if (!out.isTTY) return pino(options);
  // https://no-color.org
  const colour = !process.env['NO_COLOR'];
  return pino(options, { write: (json) => void out.write(terminalLine(json, { colour })) });
}
