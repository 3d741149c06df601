import { DomainError } from '../../domain/kernel/errors.ts';

/** What a password is worth: `weak` is refused. */
export interface Judgement {
  readonly strength: 'weak' | 'fair' | 'strong';
  /** What is wrong with a weak one and what to do, for the person. */
  readonly message: string | null;
}

/**
 * Guesses that somebody needs who tries likely passwords first. 10^8 is beyond what can be tried at a sign-in, and
 * weeks of work against a stolen argon2id hash (Wheeler, "zxcvbn", USENIX Security 2016); 10^12 is beyond that.
 */
const fairGuesses = 1e8;
const strongGuesses = 1e12;
/** Characters that are looked at: what they alone withstand is enough, and looking takes longer with each. */
const looksAt = 32;

const advice = 'Take a longer one: four words that have nothing to do with each other are strong and easy to remember.';

interface Estimator {
  check(
    password: string,
    personal: string[],
  ): { readonly guesses: number; readonly feedback: { readonly warning: string | null } };
}
let loading: Promise<Estimator> | null = null;

/**
 * zxcvbn with its lists of breached passwords, names and English words: some megabytes, loaded when the first
 * password is chosen. Few substitutions of letters are tried (`p4ssw0rd`): trying all takes a second for a hostile
 * one.
 */
function estimator(): Promise<Estimator> {
  loading ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(
    ([{ ZxcvbnFactory }, common, english]) =>
      new ZxcvbnFactory({
        dictionary: { ...common.dictionary, ...english.dictionary },
        graphs: common.adjacencyGraphs,
        translations: english.translations,
        l33tMaxSubstitutions: 10,
      }),
  );
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** Whole values and the words in them: whoever knows the person knows these first. */
function wordsOf(about: readonly string[]): string[] {
  const whole = about.map((value) => value.trim().toLowerCase()).filter((value) => value.length > 2);
  const parts = whole
    .flatMap((value) => [...value.split('@'), ...value.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2);
  return [...new Set([...whole, ...whole.map((value) => value.replace(/\s+/g, '')), ...parts, 'beckon'])].slice(0, 50);
}

/** `about`: the person's names, addresses and business, which make a password easy to guess. */
export async function judge(password: string, about: readonly string[]): Promise<Judgement> {
  const zxcvbn = await estimator();
  const { guesses, feedback } = zxcvbn.check(password.slice(0, looksAt), wordsOf(about));
  if (guesses >= strongGuesses) return { strength: 'strong', message: null };
  if (guesses >= fairGuesses) return { strength: 'fair', message: null };
  return { strength: 'weak', message: `${feedback.warning ?? 'This password is easy to guess.'} ${advice}` };
}

/**
 * Throws `validation_failed` for a password that is easy to guess (OWASP ASVS 5.0, 6.2: a length, no rules about
 * characters, no breached ones).
 */
export async function refuseGuessable(password: string, about: readonly string[]): Promise<void> {
  const { message } = await judge(password, about);
  if (message !== null) throw new DomainError('validation_failed', message, { password: [message] });
}
