/**
 * The process that reads pictures: whatever is wrong with one happens here, where the application can end it. It holds
 * no secret and no connection. One picture at a time; ends with whoever started it.
 */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { ImageRefused, type ImageRules } from './port.ts';
import type { PictureAnswer, PictureRequest } from './reader-process.ts';
import { createReader } from './sharp.ts';

const answer = (message: PictureAnswer): void => {
  process.send?.(message);
};
// SIGKILL, because an ordinary end waits for the thread that draws.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches every process of the terminal; when to end is decided by the application.
process.on('SIGINT', () => {});
try {
  setPriority(5);
  // Of all processes this one is to go first when memory runs out.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on this system.
}

const reader = createReader();
process.on('message', (message) => {
  const { bytes, rules } = message as PictureRequest;
  read(bytes, rules).then(answer, (error: unknown) => answer({ failed: String(error) }));
});
answer({ ready: true });

async function read(bytes: Uint8Array, rules: ImageRules): Promise<PictureAnswer> {
  try {
    return { done: await reader.process(bytes, rules) };
  } catch (error) {
    if (error instanceof ImageRefused) return { refused: error.message };
    throw error;
  }
}
