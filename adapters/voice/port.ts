/** What a carrier is to do with a call, in answer to its question. Numbers are E.164, addresses complete. */
export type CallStep =
  | {
      readonly kind: 'forward';
      readonly to: string;
      /** The number that the phone shows. */
      readonly callerId: string;
      readonly ringSeconds: number;
      /** Asked what whoever picks up hears before both are connected; null: they are connected at once. */
      readonly whisperUrl: string | null;
      /** Told how it ended. */
      readonly endedUrl: string;
    }
  /** Says the words and waits for a key; `answerUrl` is told which one. Without one, `answerUrl` is told that, or it hangs up. */
  | { readonly kind: 'ask'; readonly words: string; readonly answerUrl: string }
  /** Go on with what was under way: both sides are connected. */
  | { readonly kind: 'connect' }
  | { readonly kind: 'hang-up' }
  /** The caller hears that the line is busy; nothing is charged where the carrier can do that. */
  | { readonly kind: 'busy' };

/** What Bandwidth signs in with at the addresses that a step names. */
export interface CallbackSignIn {
  readonly username: string;
  readonly password: string;
}
/** Writes steps in the carrier's own markup, as XML. `signIn` null: for Twilio, which signs what it asks. */
export type WriteStep = (step: CallStep, signIn: CallbackSignIn | null) => Promise<string>;
