import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ImageRefused, type ImageRules, type ProcessedImage } from './port.ts';

/** What one picture may take. */
export interface PictureLimits {
  readonly cpuSeconds: number;
  /** Of time on the clock: more, because the machine may be busy. */
  readonly wallSeconds: number;
  /** Of the whole process, resident, in MB. */
  readonly memoryMb: number;
}

export interface PictureRequest {
  readonly bytes: Uint8Array;
  readonly rules: ImageRules;
}
export type PictureAnswer =
  | { readonly ready: true }
  | { readonly done: ProcessedImage }
  /** `died`: the process has ended over it, for a reason that is not known. */
  | { readonly refused: string; readonly died?: true }
  | { readonly failed: string };

/** The process ended while it had a picture: because of it, or because it was about to end anyway. */
export class ReaderDied extends ImageRefused {}

/** One process that reads one picture at a time. */
export interface ReaderProcess {
  process(bytes: Uint8Array, rules: ImageRules): Promise<ProcessedImage>;
  /** Whether it takes another picture: alive, and not yet worn. */
  fit(): boolean;
  /** Resolves when it is gone. */
  end(): Promise<void>;
}

/** A process is replaced after so many pictures or seconds of work: what one picture leaves behind does not reach everybody. */
const worn = { pictures: 100, cpuSeconds: 60 };
const watchMs = 100;
/** USER_HZ, the same on every Linux. */
const ticksPerSecond = 100;

/** A file beside this one, or as the build has it beside or above the part of the bundle that holds this. */
const beside = (...places: readonly string[]): string | undefined =>
  places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
function entry(): string {
  const found = beside('./reader.ts', '../picture-reader.js', './picture-reader.js');
  if (found === undefined) throw new Error('The picture reader is missing from this installation.');
  return found;
}
/** Which fonts text in a picture is drawn with: ours, so that a slim system without any draws it as well. */
function fonts(): Record<string, string> {
  const found = beside('./fonts/fonts.conf', '../fonts/fonts.conf');
  return found === undefined ? {} : { FONTCONFIG_FILE: found };
}

/**
 * Starts a reader. The limits of the system stand behind those that `process` watches (Linux), for a reader whose
 * parent is gone: processor time, and memory by `ulimit -d`. Its environment says where fonts are and no more: no secret
 * of ours is in its memory.
 */
export function startReader({ cpuSeconds, wallSeconds, memoryMb }: PictureLimits): ReaderProcess {
  const node = [process.execPath, `--max-old-space-size=${Math.min(memoryMb, 256)}`, '--no-warnings', entry()];
  const bounds = `ulimit -t ${worn.cpuSeconds * 2} 2>/dev/null; ulimit -d ${(memoryMb + 1500) * 1024} 2>/dev/null`;
  const [file, args]: [string, string[]] =
    process.platform === 'win32' ?
      [node[0]!, node.slice(1)]
    : ['/bin/sh', ['-c', `${bounds}; exec "$0" "$@"`, ...node]];
  const child = spawn(file, args, {
    env: { ...fonts(), ...(process.env['TZ'] === undefined ? {} : { TZ: process.env['TZ'] }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let gone = false;
  let ready = false;
  let pictures = 0;
  let settle: ((answer: PictureAnswer | Error) => void) | null = null;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const over = (why: string): void => {
    gone = true;
    const words = ready ? 'This picture is damaged, or takes too much memory to read.' : null;
    settle?.(words === null ? new Error(`The picture reader did not start: ${why}.`) : { refused: words, died: true });
  };
  child.once('error', (error) => over(error.message));
  child.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
  child.on('message', (message: PictureAnswer) => {
    if ('ready' in message) ready = true;
    else settle?.(message);
  });
  rest(child);

  return {
    fit: () => {
      // Its end may not have been heard yet: the system knows.
      const { cpuSeconds: used, ended } = usage(child.pid);
      return !gone && !ended && child.connected && pictures < worn.pictures && used < worn.cpuSeconds;
    },
    end: async () => {
      if (gone) return;
      wake(child);
      child.kill('SIGKILL');
      await exit;
    },
    process: async (bytes, rules) => {
      pictures += 1;
      wake(child);
      const before = usage(child.pid).cpuSeconds;
      const started = performance.now();
      const watch = setInterval(() => {
        const { cpuSeconds: cpu, residentMb } = usage(child.pid);
        const tooLong = cpu - before > cpuSeconds || performance.now() - started > wallSeconds * 1000;
        if (!tooLong && residentMb <= memoryMb) return;
        gone = true;
        child.kill('SIGKILL');
        settle?.({
          refused:
            tooLong ?
              'This picture takes too long to read. Try a smaller or simpler one.'
            : 'This picture takes too much memory to read. Try a smaller one.',
        });
      }, watchMs);
      try {
        const answer = await new Promise<PictureAnswer | Error>((resolve) => {
          settle = resolve;
          child.send({ bytes, rules } satisfies PictureRequest, (error) => {
            if (error) over(error.message);
          });
        });
        if (answer instanceof Error) throw answer;
        if ('done' in answer) return answer.done;
        if ('refused' in answer)
          throw answer.died === true ? new ReaderDied(answer.refused) : new ImageRefused(answer.refused);
        throw new Error(`The picture reader failed: ${'failed' in answer ? answer.failed : 'no answer'}`);
      } finally {
        settle = null;
        clearInterval(watch);
        rest(child);
      }
    },
  };
}

/** A reader with nothing to do keeps nobody from ending. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
function wake(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

interface Usage {
  readonly cpuSeconds: number;
  readonly residentMb: number;
  readonly ended: boolean;
}

/** What a process has used so far; zeros where there is no /proc: there the clock alone limits. */
function usage(pid: number | undefined): Usage {
  try {
    // proc(5): after the name, which may hold anything, the 12th and 13th fields are the user's and the system's time in ticks.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      residentMb: Number(resident) / 1024,
      ended: fields[0] === 'Z' || fields[0] === 'X',
    };
  } catch {
    return { cpuSeconds: 0, residentMb: 0, ended: false };
  }
}
