import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../domain/kernel/errors.ts';

/** OWASP's argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With no hash it does the same work and says no, so that nobody can tell which addresses exist. */
  matches(hash: string | null, password: string): Promise<boolean>;
}

/**
 * Hashing takes some 20 ms of a core and 19 MiB, so at most `atOnce` run and at most `waiting` wait; beyond that
 * `rate_limited` is thrown instead of taking the process down.
 */
export function createPasswords({
  atOnce = 2,
  waiting = 200,
}: { readonly atOnce?: number; readonly waiting?: number } = {}): Passwords {
  let running = 0;
  const queue: (() => void)[] = [];
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new DomainError('rate_limited', 'Too many people are signing in right now. Try again in a moment.');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  let nobodys: Promise<string> | null = null;
  return {
    hash: (password) => bounded(() => hash(password, cost)),
    async matches(stored, password) {
      nobodys ??= bounded(() => hash('nobody has this password', cost));
      const compared = stored ?? (await nobodys);
      const same = await bounded(() => verify(compared, password));
      return same && stored !== null;
    },
  };
}
